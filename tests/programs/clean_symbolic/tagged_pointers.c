// Tags in the low bits of pointers, by way of integers.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char tag;
  klee_make_symbolic(&tag, sizeof tag, "tag");
  long *value = malloc(sizeof *value);
  if (!value) return 1;
  *value = 7;
  uintptr_t tagged = (uintptr_t)value | (tag & 7);
  long *back = (long *)(tagged & ~(uintptr_t)7);
  assert(back == value && *back == 7);
  assert((tagged & 7) == (tag & 7));
  free(back);
  return 0;
}
