// Two divisions in one use of a macro are two places of an error, the same in each round of a loop.
// run: --opt 0
// run: --opt 1
#include "klee/klee.h"

#define ADD(sum, a, b, which)          \
  do {                                 \
    if ((which) == 1) (sum) += 10 / (a); \
    if ((which) == 2) (sum) += 10 / (b); \
  } while (0)

int main(void) {
  unsigned char input;
  klee_make_symbolic(&input, 1, "input");
  int sum = 0, which = input & 3, divisor = input >> 4;
  for (int i = 0; i < 3; i++) {
    // expect: error division-by-zero line +2
    // expect: error division-by-zero line +1
    ADD(sum, divisor - i, divisor - i, which);
  }
  return sum == 77;
}
