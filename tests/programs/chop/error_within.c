// An error in skipped code that is recovered is reported; the error behind it, on inputs for which the call returns.
// run: --opt 0 --chop divide
// run: --opt 1 --chop divide
// expect: skipped 1 recovered 1
// run: --opt 0 --chop divide --chop-slice=always
// run: --opt 1 --chop divide --chop-slice=always
// expect: skipped 1 recovered 2 sliced 1
#include <assert.h>

#include "klee/klee.h"

static int quotient;
static void divide(int a, int b) {
  // expect: error division-by-zero line +1
  quotient = a / b;
}

int main(void) {
  unsigned char b;
  klee_make_symbolic(&b, sizeof b, "b");
  divide(100, b);
  // expect: error assertion line +1
  if (quotient == 25) assert(0);
  return 0;
}
