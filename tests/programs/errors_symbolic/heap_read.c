// A read past the end of a heap block for some indices.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 16
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  int *p = calloc(10, sizeof *p);
  if (!p || i > 12) return 1;
  p[3] = 5;
  int v = p[i];
  free(p);
  return v;
}
