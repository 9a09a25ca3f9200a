// Each block is freed on one way or the other, never on both.
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
  char *p = malloc(4), *q = malloc(4);
  if (!p || !q) return 1;
  p[0] = q[0] = 'x';
  if (c > 9) {
    free(p);
    p = 0;
  }
  char *r = p ? p : q;
  r[3] = 1;
  if (p) free(p);
  free(q);
  return 0;
}
