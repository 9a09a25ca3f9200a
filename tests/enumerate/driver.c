// Runs a program on all its symbolic inputs in one process, and tells which of them take the same path.
//
// The program is compiled at -O0, calls bonsai_trace in each basic block (instrument.py) and has its main renamed to program_main. A
// class is the set of inputs with one sequence of basic blocks. Blocks, not edges: cases of a switch that share their
// target are one way, as they are for the engine.
//
// Inputs are enumerated as an odometer whose digits are made while the program runs: a digit per byte of klee_make_symbolic, one
// of fewer values for klee_range and the like. So the number of digits may depend on the path. Between runs the program's globals are
// put back (they lie between the marks of marks.c); exit, abort and failed assertions come back by longjmp; what malloc gave is
// not returned.
//
//   enumerate          all inputs: one line 'class HASH COUNT END INPUT' per class, then 'total CLASSES RUNS REJECTED'
//   classify           for each line of hex bytes on standard input: 'HASH END' ('-' for an empty line's input of no bytes)
//   fork               each input in a process of its own: 'bad STATUS INPUT' where it does not end well, then 'total RUNS BAD REJECTED'
//
// END: ok, rejected (an assumption fails), silent (klee_silent_exit), or the kind of error. INPUT: hex of the bytes in the order in which they
// were asked for; - if none.
#include <fcntl.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern int program_main(void);
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));
extern char begin_data[], end_data[], begin_bss[], end_bss[];

enum { max_digits = 64, max_bytes = 256, max_handlers = 32, max_runs = 1 << 25 };
enum End { ok, rejected, silent, assertion, aborted, user };
static const char *const end_names[] = {"ok", "rejected", "silent", "assertion", "abort", "user"};

struct Digit {
  uint32_t value, radix;
};
static struct Input {
  struct Digit digits[max_digits];
  unsigned digits_used, digits_known;
  uint8_t bytes[max_bytes];  // the input as the program saw it, or as it was given
  unsigned bytes_used, bytes_given;
} * in;            // in shared memory, see forked()
static int given;  // bytes are given, not made from digits

static uint64_t path;
static jmp_buf back;
static enum End end;
static int inside;  // the program is running

static struct Handler {
  void (*function)(void *);
  void *argument;
} handlers[max_handlers];
static unsigned handler_count, handlers_before_main;

static FILE *report;
static const char *saved_data, *saved_bss;

static void fail(const char *message) {
  fprintf(stderr, "enumerate: %s\n", message);
  _exit(2);
}

// --- the trace

void bonsai_trace(uint32_t block) {
  path = (path ^ block) * 0x9E3779B97F4A7C15u;
  path ^= path >> 29;
}

// --- the end of a run

static void leave(enum End how) {
  if (!inside) fail("ended before the program began");
  end = how;
  inside = 0;
  longjmp(back, 1);
}

static void run_handlers(void) {
  while (handler_count) {
    struct Handler handler = handlers[--handler_count];
    handler.function(handler.argument);
  }
}

void exit(int status) {
  (void)status;
  run_handlers();
  leave(ok);
  __builtin_unreachable();
}
void leave_at_once(int status) __asm__("_Exit");
void leave_at_once(int status) {
  (void)status;
  leave(ok);
}
void klee_silent_exit(int status) {
  (void)status;
  leave(silent);
}
void abort(void) {
  leave(aborted);
  __builtin_unreachable();
}
void klee_abort(void) { leave(aborted); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  fprintf(stderr, "%s:%u: assertion failed: %s (%s)\n", file, line, text, function);
  leave(assertion);
  __builtin_unreachable();
}
void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  leave(user);
}
void __VERIFIER_error(void) { leave(user); }

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  (void)library;
  if (handler_count == max_handlers) fail("too many exit handlers");
  handlers[handler_count++] = (struct Handler){function, argument};
  return 0;
}
int atexit(void (*function)(void)) { return __cxa_atexit((void (*)(void *))function, 0, 0); }

// --- the input

static uint32_t digit(uint32_t radix) {
  if (in->digits_used == max_digits) fail("too much symbolic input");
  if (in->digits_used == in->digits_known) in->digits[in->digits_known++] = (struct Digit){0, radix};
  if (in->digits[in->digits_used].radix != radix) fail("the program is not deterministic");
  return in->digits[in->digits_used++].value;
}

// The next input; 0 after the last one.
static int advance(void) {
  in->digits_known = in->digits_used;
  while (in->digits_known && ++in->digits[in->digits_known - 1].value == in->digits[in->digits_known - 1].radix) --in->digits_known;
  return in->digits_known != 0;
}

// 'size' bytes of input, little-endian: a number from base to base + radix - 1.
static void input(void *to, size_t size, int64_t base, uint32_t radix) {
  if (in->bytes_used + size > max_bytes) fail("too much symbolic input");
  if (!given) {
    int64_t value = base + digit(radix);
    memcpy(in->bytes + in->bytes_used, &value, size);
  } else if (in->bytes_used + size > in->bytes_given) {
    memset(in->bytes + in->bytes_used, 0, size);
  }
  memcpy(to, in->bytes + in->bytes_used, size);
  in->bytes_used += size;
}

void klee_make_symbolic(void *address, size_t size, const char *name) {
  (void)name;
  for (size_t i = 0; i < size; ++i) input((char *)address + i, 1, 0, 256);
}
void klee_assume(uintptr_t condition) {
  if (!condition) leave(rejected);
}
void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }
int klee_range(int begin, int end_of_range, const char *name) {
  int value;
  (void)name;
  input(&value, sizeof value, begin, (uint32_t)end_of_range - (uint32_t)begin);
  klee_assume(value >= begin && value < end_of_range);
  return value;
}
uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  input(&value, sizeof value, 0, count);
  klee_assume(value < count);
  return value;
}
_Bool __VERIFIER_nondet_bool(void) {
  uint8_t value;
  input(&value, 1, 0, 2);
  return value & 1;
}
#define NONDET(name, type)               \
  type __VERIFIER_nondet_##name(void) {  \
    type value;                          \
    klee_make_symbolic(&value, sizeof value, ""); \
    return value;                        \
  }
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)

void bonsai_symbolic(void *object, size_t size, const char *name) { klee_make_symbolic(object, size, name); }
void bonsai_assume(_Bool condition) { klee_assume(condition); }
int bonsai_range(int low, int high, const char *name) { return klee_range(low, high + 1, name); }
_Bool bonsai_bool(const char *name) { return (void)name, __VERIFIER_nondet_bool(); }
char bonsai_char(const char *name) { return (void)name, __VERIFIER_nondet_char(); }
unsigned char bonsai_uchar(const char *name) { return (void)name, __VERIFIER_nondet_uchar(); }
short bonsai_short(const char *name) { return (void)name, __VERIFIER_nondet_short(); }
unsigned short bonsai_ushort(const char *name) { return (void)name, __VERIFIER_nondet_ushort(); }
void bonsai_error(const char *message) {
  fprintf(stderr, "%s\n", message);
  leave(user);
}
void bonsai_exit_silently(void) { leave(silent); }
void bonsai_prefer(_Bool condition) { (void)condition; }

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }

// --- runs

// memcpy of a sanitizer would look at what lies between the globals.
static void copy(char *to, const char *from, size_t size) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static char *save(const char *begin, const char *finish) {
  char *copied = malloc(finish - begin + 1);
  copy(copied, begin, finish - begin);
  return copied;
}

static void run(void) {
  copy(begin_data, saved_data, end_data - begin_data);
  copy(begin_bss, saved_bss, end_bss - begin_bss);
  handler_count = handlers_before_main;
  in->digits_used = in->bytes_used = 0;
  path = 0;
  if (!_setjmp(back)) {
    inside = 1;
    program_main();
    run_handlers();
    inside = 0;  // without longjmp, which sanitizers make slow
    end = ok;
  }
  path = (path ^ (end + 1)) * 0x9E3779B97F4A7C15u;
}

static void print_input(void) {
  if (!in->bytes_used) fputc('-', report);
  for (unsigned i = 0; i < in->bytes_used; ++i) fprintf(report, "%02x", in->bytes[i]);
  fputc('\n', report);
}

// --- the set of classes: open addressing

struct Class {
  uint64_t hash;
  uint32_t count, number;
};
static struct Class *classes;
static size_t class_slots, class_count;

static struct Class *find(uint64_t hash) {
  size_t slot = hash % class_slots;
  while (classes[slot].count && classes[slot].hash != hash) slot = (slot + 1) % class_slots;
  return &classes[slot];
}

static void grow(void) {
  struct Class *old = classes;
  size_t old_slots = class_slots;
  class_slots = old_slots ? 2 * old_slots : 4096;
  classes = calloc(class_slots, sizeof *classes);
  for (size_t i = 0; i < old_slots; ++i)
    if (old[i].count) *find(old[i].hash) = old[i];
  free(old);
}

static void enumerate(void) {
  unsigned long runs = 0, refused = 0;
  struct Example {
    enum End end;
    unsigned size;
    uint8_t bytes[max_bytes];
  };
  struct Example *examples = 0;
  grow();
  do {
    run();
    if (++runs > max_runs) fail("too many inputs");
    if (end == rejected || end == silent) {  // a silent end is no path: it has no test
      ++refused;
      continue;
    }
    if (2 * class_count >= class_slots) grow();
    struct Class *found = find(path);
    if (!found->count++) {
      found->hash = path;
      found->number = class_count++;
      if ((found->number & (found->number - 1)) == 0)  // a power of two, or the first: the array is full
        examples = realloc(examples, sizeof *examples * (found->number ? 2 * found->number : 1));
      examples[found->number].end = end;
      examples[found->number].size = in->bytes_used;
      memcpy(examples[found->number].bytes, in->bytes, in->bytes_used);
    }
  } while (advance());
  for (size_t i = 0; i < class_slots; ++i) {
    if (!classes[i].count) continue;
    struct Example *example = &examples[classes[i].number];
    fprintf(report, "class %016llx %u %s ", (unsigned long long)classes[i].hash, classes[i].count, end_names[example->end]);
    memcpy(in->bytes, example->bytes, in->bytes_used = example->size);
    print_input();
  }
  fprintf(report, "total %zu %lu %lu\n", class_count, runs, refused);
}

static void classify(void) {
  static char line[2 * max_bytes + 2];
  given = 1;
  while (fgets(line, sizeof line, stdin)) {
    in->bytes_given = 0;
    for (char *p = line; p[0] && p[0] != '-' && p[0] != '\n'; p += 2) {
      char pair[3] = {p[0], p[1], 0};
      in->bytes[in->bytes_given++] = (uint8_t)strtoul(pair, 0, 16);
    }
    run();
    fprintf(report, "%016llx %s\n", (unsigned long long)path, end_names[end]);
  }
}

// What a child did with its digits is seen in shared memory, also when it died. Reports of sanitizers are not wanted here: they cost
// a tenth of a second each; 'classify' of one bad input shows them.
static void forked(void) {
  unsigned long runs = 0, bad = 0, refused = 0;
  do {
    fflush(report);
    pid_t child = fork();
    if (child == 0) {
      dup2(open("/dev/null", O_WRONLY), 2);
      run();
      _exit(end == ok && __lsan_do_recoverable_leak_check ? (__lsan_do_recoverable_leak_check() ? 23 : 0) : end == ok ? 0 : 100 + end);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (++runs > max_runs) fail("too many inputs");
    if (status == 0) continue;
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 100 + rejected || WEXITSTATUS(status) == 100 + silent)) {
      ++refused;
      continue;
    }
    ++bad;
    fprintf(report, "bad %d ", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    print_input();
  } while (advance());
  fprintf(report, "total %lu %lu %lu\n", runs, bad, refused);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "enumerate";
  in = mmap(0, sizeof *in, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (in == MAP_FAILED) fail("no memory");
  report = fdopen(dup(1), "w");
  int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 1);
  saved_data = save(begin_data, end_data);
  saved_bss = save(begin_bss, end_bss);
  handlers_before_main = handler_count;
  if (!strcmp(mode, "enumerate")) enumerate();
  else if (!strcmp(mode, "classify")) classify();
  else if (!strcmp(mode, "fork")) forked();
  else fail("enumerate, classify or fork");
  fflush(report);
  _exit(0);
}
