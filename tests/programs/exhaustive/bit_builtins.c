// Counts of bits and of zeros.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int ones = __builtin_popcount(x);
  if (x == 0) return 1;
  int top = 31 - __builtin_clz(x), bottom = __builtin_ctz(x);
  assert(top >= bottom && top < 8);
  if (top == bottom) {
    assert(ones == 1);
    return 2;
  }
  if (ones == top - bottom + 1) return 3;
  return __builtin_parity(x) ? 4 : 5;
}
