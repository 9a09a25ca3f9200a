// A write past the end of a heap block: the check of the index is off by one.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 16
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  char *p = malloc(32);
  if (!p) return 1;
  if (i > 32) return 2;
  p[i] = 1;
  int v = p[i];
  free(p);
  return v;
}
