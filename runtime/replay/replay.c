/* Reads one test and hands out its inputs, in the order in which the program asks for them.

   The test is a KTest file (KLEE's format, version 3 and before). It comes through the channel from Bonsai
   (channel.h); without one, BONSAI_TEST names it, or KTEST_FILE. Names that repeat within a test have a
   suffix _1, _2 … there, which the program does not know of.

   C99 and POSIX, no thread of its own; one lock around the position. */
#define _GNU_SOURCE /* syscall */
#include "replay.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channel.h"

struct input {
  const char* name; /* not terminated */
  size_t name_length;
  const unsigned char* bytes;
  size_t size;
};

static struct {
  const char* path; /* null: no test was named */
  struct input* inputs;
  size_t count, next;
  int loaded;
} test;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Of the sanitizers' runtimes, where the program has one. Their reports go to the channel instead of standard
   error: AddressSanitizer keeps its report for itself, too. */
__attribute__((weak)) void _ZN11__sanitizer26SetPrintfAndReportCallbackEPFvPKcE(void (*)(const char*));
__attribute__((weak)) void _ZN6__asan26AppendToErrorMessageBufferEPKc(const char*);
__attribute__((weak)) void __sanitizer_set_report_fd(void* descriptor);

static struct bonsai_channel* channel;

/* Appends as much as there is room for. Several threads may at once. */
static void append(uint64_t at, uint32_t room, uint32_t* used, const char* text, size_t length) {
  size_t from = __atomic_fetch_add(used, (uint32_t)length, __ATOMIC_RELAXED);
  for (size_t i = 0; i < length && from + i < room; ++i) ((char*)channel)[at + from + i] = text[i];
}

#if defined(__clang__)
__attribute__((disable_sanitizer_instrumentation))
#endif
static void
take_report(const char* text) {
  size_t length = 0;
  while (text[length]) ++length;
  append(channel->report_at, channel->report_room, &channel->report_bytes, text, length);
  if (_ZN6__asan26AppendToErrorMessageBufferEPKc) _ZN6__asan26AppendToErrorMessageBufferEPKc(text);
}

static int is_channel(const struct bonsai_channel* found) {
  static const char magic[8] = "BONSAICH";
  for (unsigned i = 0; i < sizeof magic; ++i)
    if (found->magic[i] != magic[i]) return 0;
  return found->version == BONSAI_CHANNEL_VERSION;
}

/* System calls are made directly: the program may have functions of its own in place of the C library's. */
static void* map_channel(size_t size) {
#ifdef SYS_mmap2
  long number = SYS_mmap2;
#else
  long number = SYS_mmap;
#endif
  return (void*)syscall(number, 0L, (long)size, (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED,
                        (long)BONSAI_CHANNEL_DESCRIPTOR, 0L);
}

struct bonsai_channel* bonsai_channel(void) {
  static int tried;
  if (tried++) return channel;
  if (syscall(SYS_fcntl, (long)BONSAI_CHANNEL_DESCRIPTOR, (long)F_GET_SEALS, 0L) <= 0) return NULL;
  struct bonsai_channel* head = map_channel(sizeof *head);
  if (head == MAP_FAILED || !is_channel(head)) return NULL;
  channel = map_channel(head->bytes);
  syscall(SYS_munmap, head, (long)sizeof *head);
  syscall(SYS_close, (long)BONSAI_CHANNEL_DESCRIPTOR);
  if (channel == MAP_FAILED) channel = NULL;
  if (channel && _ZN11__sanitizer26SetPrintfAndReportCallbackEPFvPKcE) {
    _ZN11__sanitizer26SetPrintfAndReportCallbackEPFvPKcE(take_report);
    /* No descriptor has this number: what would be written there comes through the channel. */
    if (__sanitizer_set_report_fd) __sanitizer_set_report_fd((void*)0x7ffffffe);
  }
  return channel;
}

void bonsai_replay_say(const char* what, const char* format, ...) {
  char line[1024];
  int used = snprintf(line, sizeof line, "bonsai-replay: %s: ", what);
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
  va_end(arguments);
  size_t length = strlen(line);
  (void)more;
  line[length++] = '\n';
  fflush(stdout);
  ssize_t ignored = write(2, line, length);
  (void)ignored;
  if (channel) append(channel->verdict_at, channel->verdict_room, &channel->verdict_bytes, line, length);
}

/* Ends at once: neither exit handlers nor a leak check belong to the path. */
static void end(int status) {
  fflush(NULL);
  _exit(status);
}

void bonsai_replay_diverged(const char* format, ...) {
  char text[900];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  bonsai_replay_say("diverged", "%s", text);
  end(BONSAI_REPLAY_DIVERGED);
  abort();
}

void bonsai_replay_error(const char* message) {
  bonsai_replay_say("error", "%s", message);
  fflush(NULL);
  abort();
}

void bonsai_replay_assume(int condition) {
  if (condition) return;
  bonsai_replay_say("assumption", "is false for this test");
  end(BONSAI_REPLAY_ASSUMPTION);
}

struct reader {
  const unsigned char* at;
  size_t left;
};

static const unsigned char* take(struct reader* reader, size_t size) {
  if (size > reader->left) bonsai_replay_diverged("%s: is no KTest file, or is cut off", test.path);
  const unsigned char* at = reader->at;
  reader->at += size;
  reader->left -= size;
  return at;
}

static size_t take_number(struct reader* reader) {
  const unsigned char* b = take(reader, 4);
  return (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
}

static struct reader read_file(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) bonsai_replay_diverged("%s: cannot be read", path);
  unsigned char* content = NULL;
  size_t size = 0, room = 0, got = 1;
  while (got) {
    if (size == room) {
      room = room ? 2 * room : 65536;
      content = realloc(content, room);
      if (!content) bonsai_replay_diverged("%s: is too large", path);
    }
    got = fread(content + size, 1, room - size, file);
    size += got;
  }
  fclose(file);
  struct reader reader = {content, size};
  return reader;
}

static void load(void) {
  struct reader reader;
  if (channel) {
    reader.at = (const unsigned char*)channel + channel->test_at;
    reader.left = channel->test_bytes;
  } else {
    reader = read_file(test.path);
  }
  const unsigned char* magic = take(&reader, 5);
  if (memcmp(magic, "KTEST", 5) != 0 && memcmp(magic, "BOUT\n", 5) != 0)
    bonsai_replay_diverged("%s: is no KTest file", test.path);
  size_t version = take_number(&reader);
  if (version > 3) bonsai_replay_diverged("%s: has the unknown version %zu", test.path, version);
  for (size_t arguments = take_number(&reader); arguments; --arguments) take(&reader, take_number(&reader));
  if (version >= 2) take(&reader, 8);
  test.count = take_number(&reader);
  if (test.count > reader.left / 8) bonsai_replay_diverged("%s: is no KTest file, or is cut off", test.path);
  test.inputs = calloc(test.count + 1, sizeof *test.inputs);
  if (!test.inputs) bonsai_replay_diverged("%s: is too large", test.path);
  for (size_t i = 0; i < test.count; ++i) {
    struct input* input = &test.inputs[i];
    input->name_length = take_number(&reader);
    input->name = (const char*)take(&reader, input->name_length);
    input->size = take_number(&reader);
    input->bytes = take(&reader, input->size);
  }
}

/* Before anything of the program, so that nothing there can see the channel's descriptor: of the constructors
   of this priority it is the first, for this library is linked first. */
__attribute__((constructor(101))) static void take_channel(void) { bonsai_channel(); }

/* Before main, so that a program which changes its directory or its environment changes nothing here; on
   demand, for the constructors of the program that run before this one. */
__attribute__((constructor)) static void prepare(void) {
  pthread_mutex_lock(&lock);
  if (!test.loaded) {
    test.loaded = 1;
    test.path = getenv("BONSAI_TEST");
    if (!test.path) test.path = getenv("KTEST_FILE");
    if (bonsai_channel()) test.path = "the test";
    /* What was printed before an abort or _exit counts; the engine buffers nothing either. */
    if (channel) setvbuf(stdout, NULL, _IONBF, 0);
    if (test.path) load();
  }
  pthread_mutex_unlock(&lock);
}

/* x, x_1, x_2 … are inputs of the name x. */
static int has_name(const struct input* input, const char* name) {
  size_t length = strlen(name);
  if (input->name_length < length || memcmp(input->name, name, length) != 0) return 0;
  if (input->name_length == length) return 1;
  if (input->name[length] != '_' || input->name_length == length + 1) return 0;
  for (size_t i = length + 1; i < input->name_length; ++i)
    if (input->name[i] < '0' || input->name[i] > '9') return 0;
  return 1;
}

void bonsai_replay_input(void* object, size_t size, const char* name) {
  if (!name) name = "unnamed";
  prepare();
  if (!test.path) bonsai_replay_diverged("no test: set BONSAI_TEST to a KTest file");
  pthread_mutex_lock(&lock);
  /* KLEE's own bookkeeping, in tests that KLEE wrote. */
  while (test.next < test.count && has_name(&test.inputs[test.next], "model_version") &&
         strcmp(name, "model_version") != 0)
    ++test.next;
  if (test.next >= test.count)
    bonsai_replay_diverged(
        "out of inputs: the program asks for '%s' of %zu bytes behind the %zu inputs of the test", name, size,
        test.count);
  const struct input* input = &test.inputs[test.next];
  if (!has_name(input, name))
    bonsai_replay_diverged("the program asks for input '%s', but the test has '%.*s' here", name,
                           (int)input->name_length, input->name);
  if (input->size != size)
    bonsai_replay_diverged("the program asks for %zu bytes of input '%s', but the test has %zu", size, name,
                           input->size);
  ++test.next;
  pthread_mutex_unlock(&lock);
  memcpy(object, input->bytes, size);
}

const unsigned char* bonsai_replay_find(const char* name, size_t* size) {
  prepare();
  for (size_t i = 0; i < test.count; ++i) {
    if (!has_name(&test.inputs[i], name)) continue;
    *size = test.inputs[i].size;
    return test.inputs[i].bytes;
  }
  return NULL;
}

int bonsai_replay_answer(void) {
  if (!channel || channel->answers_taken >= channel->answers_bytes) return 0;
  return ((const unsigned char*)channel)[channel->answers_at + channel->answers_taken++] != 0;
}
