// Bounds on a machine of 32 bits.
// run: -m32 --opt 0
// run: -m32 --opt 1
// run: -m32 --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  long *p = malloc(10 * sizeof *p);
  if (!p) return 1;
  for (int k = 0; k < 10; k++) p[k] = k;
  long v = i < 10 ? p[i] : p[i % 10];
  free(p);
  return v == 4;
}
