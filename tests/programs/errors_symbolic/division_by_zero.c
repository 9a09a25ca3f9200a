// A division by an expression that is zero for one input.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 12
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int divisor = c * 3 - 126;
  return 1000 / divisor;
}
