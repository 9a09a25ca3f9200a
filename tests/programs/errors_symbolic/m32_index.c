// A read past a heap block on a machine of 32 bits.
// run: -m32 --opt 0
// run: -m32 --opt 1
// run: -m32 --opt 2
// expect: error out-of-bounds line 15
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  long *p = calloc(5, sizeof *p);
  if (!p || i > 5) return 1;
  long v = p[i];
  free(p);
  return v != 0;
}
