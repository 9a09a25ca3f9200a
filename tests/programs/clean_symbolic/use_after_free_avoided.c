// A pointer that is followed only while its block lives.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int *p = malloc(sizeof *p), freed = 0;
  if (!p) return 1;
  *p = c;
  if (c % 3 == 0) {
    free(p);
    freed = 1;
  }
  int value = freed ? 0 : *p;
  if (!freed) free(p);
  return value == 100;
}
