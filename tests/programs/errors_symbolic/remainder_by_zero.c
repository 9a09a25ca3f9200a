// A remainder by zero in a loop, in its third round.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 15
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  unsigned sum = 0;
  for (unsigned i = 1; i < 5; i++) {
    unsigned divisor = (unsigned)c - 3 * i;
    if (c < 9 || c > 11) divisor = 1;
    sum += 100 % divisor;
  }
  return (int)sum;
}
