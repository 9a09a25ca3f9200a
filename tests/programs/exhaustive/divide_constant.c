// Division by constants, rounding towards zero.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  short n;
  klee_make_symbolic(&n, sizeof n, "n");
  int hundreds = n / 100, tens = n / 10 % 10;
  if (n % 7 == 0 && hundreds == -3) return 1;
  if (tens < 0) {
    assert(n < 0);
    return hundreds == 0 ? 2 : 3;
  }
  if (n / -16 == 5) {
    assert(n >= -95 && n <= -80);
    return 4;
  }
  return 5;
}
