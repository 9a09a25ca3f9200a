// The engine's side of runtime/linux/engine.h, natively: inputs come from a test, host files from the real
// host.
#define _GNU_SOURCE
#include "engine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../runtime/linux/engine.h"

struct test_input test_inputs[64];
int test_input_count;
char test_output[2][1 << 16];
size_t test_output_size[2];
char test_notes[4096];
jmp_buf* test_end;
int test_end_status;
long test_host_calls;
int test_all_symbolic;

void bonsai_symbolic(void* object, size_t size, const char* name) {
  memset(object, 0, size);
  for (int i = 0; i < test_input_count; i++) {
    struct test_input* input = &test_inputs[i];
    if (input->used || strcmp(input->name, name) != 0) continue;
    memcpy(object, input->bytes, size < input->size ? size : input->size);
    input->used = size;
    return;
  }
}

void bonsai_assume(long condition) {
  if (condition) return;
  fprintf(stderr, "an assumption is false\n");
  abort();
}

void bonsai_prefer(void* object, long condition) { (void)object, (void)condition; }
int bonsai_is_symbolic(unsigned long value) { return test_all_symbolic || value == TEST_SYMBOLIC_BYTE; }
long bonsai_concrete(long value) { return value; }
long bonsai_concrete_address(long value) { return value; }

void bonsai_output(int descriptor, const void* bytes, size_t size) {
  size_t* used = &test_output_size[descriptor - 1];
  if (*used + size <= sizeof test_output[0])
    memcpy(test_output[descriptor - 1] + *used, bytes, size), *used += size;
}

static _Noreturn void end(int status) {
  test_end_status = status;
  if (!test_end) _exit(99);
  longjmp(*test_end, 1);
}

void bonsai_exit(int status) { end(status); }
void bonsai_killed(int signal) { end(1000 + signal); }

unsigned long bonsai_pinned(unsigned long value, const char* name, unsigned long low, unsigned long high,
                            unsigned long serial) {
  (void)name, (void)low, (void)high, (void)serial;
  return value;
}

void bonsai_note(const char* text) {
  if (strstr(test_notes, text)) return;
  size_t used = strlen(test_notes);
  snprintf(test_notes + used, sizeof test_notes - used, "%s\n", text);
}

void bonsai_refuse(const char* text) { bonsai_note(text); }

long bonsai_host_stat(const char* path, unsigned long words[BONSAI_HOST_WORDS]) {
  struct stat s;
  test_host_calls++;
  if (lstat(path, &s) != 0) return -errno;
  const unsigned long found[BONSAI_HOST_WORDS] = {s.st_dev,
                                                  s.st_ino,
                                                  s.st_mode,
                                                  s.st_nlink,
                                                  s.st_uid,
                                                  s.st_gid,
                                                  (unsigned long)s.st_size,
                                                  (unsigned long)s.st_mtim.tv_sec,
                                                  (unsigned long)s.st_mtim.tv_nsec,
                                                  (unsigned long)s.st_blocks,
                                                  (unsigned long)s.st_blksize,
                                                  s.st_rdev,
                                                  0};
  memcpy(words, found, sizeof found);
  return 0;
}

long bonsai_host_read(const char* path, void* bytes, size_t size, size_t offset) {
  test_host_calls++;
  int file = open(path, O_RDONLY);
  if (file < 0) return -errno;
  if (size > 1000) size = 1000;  // fewer than asked for, as may be
  long got = pread(file, bytes, size, (off_t)offset);
  if (got < 0) got = -errno;
  close(file);
  return got;
}

long bonsai_host_list(const char* path, void* names, size_t size, size_t offset) {
  test_host_calls++;
  struct dirent** found;
  int count = scandir(path, &found, NULL, alphasort);
  if (count < 0) return -errno;
  char* all = malloc((size_t)count * 257 + 1);
  size_t used = 0;
  for (int i = 0; i < count; i++) {
    if (strcmp(found[i]->d_name, ".") != 0 && strcmp(found[i]->d_name, "..") != 0) {
      memcpy(all + used, found[i]->d_name, strlen(found[i]->d_name) + 1);
      used += strlen(found[i]->d_name) + 1;
    }
    free(found[i]);
  }
  free(found);
  size_t given = offset >= used ? 0 : used - offset < size ? used - offset : size;
  memcpy(names, all + offset, given);
  free(all);
  return (long)given;
}

long bonsai_host_link(const char* path, char* target, size_t size) {
  test_host_calls++;
  long length = readlink(path, target, size);
  return length < 0 ? -errno : length;
}
