// A block that is too small for some sizes.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 14
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  int n = klee_range(1, 9, "n");
  char *p = calloc((size_t)n, 1);
  if (!p) return 1;
  p[5] = 1;
  int v = p[0];
  free(p);
  return v;
}
