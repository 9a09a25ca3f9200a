// Bits counted by clearing the lowest one.
// run: --opt 0
// expect: exhaustive
// expect: paths 9
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned rest = x;
  int ones = 0;
  while (rest) {
    rest &= rest - 1;
    ones++;
  }
  assert(ones <= 8);
  if (ones == 8) assert(x == 255);
  return ones;
}
