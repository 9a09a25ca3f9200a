// A block is freed on a condition and read later.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 17
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int *volatile p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 3;
  if (c > 250) free(p);
  int v = *p;
  if (c <= 250) free(p);
  return v;
}
