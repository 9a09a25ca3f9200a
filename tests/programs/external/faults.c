// What a native call does to the program's memory is the program's error.
// run: --libc=none --external=concretise --verify-replay --external-functions=raise,qsort,strdup
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "klee/klee.h"

static const char constant[] = "constant";
static int numbers[2] = {2, 1};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void memory(int which) {
  char small[4];
  char *block = malloc(4);
  if (!block) return;
  memset(block, '1', 4);
  switch (which) {
    // expect: error null-dereference line +1
    case 0: atoi(0); break;
    // expect: error out-of-bounds line +1 message "native call of index"
    case 1: index(block, 'x'); break;
    // expect: error read-only-write line +1 message "constant"
    case 2: swab("ab", (char *)constant, 2); break;
    // expect: error use-after-free line +1
    case 3: free(block), atoi(block); return;
    // expect: error out-of-bounds line +1 message "local small"
    case 4: sprintf(small, "%d", 12345); break;
    // expect: error out-of-bounds line +1
    case 5: atoi((char *)0x123456789000); break;
  }
  free(block);
}

static void process(int which) {
  switch (which) {
    // expect: error abort line +1 message "SIGABRT"
    case 0: raise(SIGABRT); break;
    // expect: error unsupported line +1 message "SIGKILL"
    case 1: raise(SIGKILL); break;
    // expect: error unsupported line +1 message "calls compare"
    case 2: qsort(numbers, 2, sizeof(int), compare); break;
    // expect: error unsupported line +1 message "pointer to nothing"
    case 3: puts(strdup("x")); break;
  }
}

int main(void) {
  unsigned char which = klee_int("which");
  if (which < 6)
    memory(which);
  else if (which < 10)
    process(which - 6);
  return 0;
}
