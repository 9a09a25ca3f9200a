// free of a pointer that moved, by a symbolic distance.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error invalid-free line 16
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char *p = malloc(8), *q = p;
  if (!p) return 1;
  if (c < 8) q = p + c;
  free(q);
  return 0;
}
