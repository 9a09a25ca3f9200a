// Divisions behind the checks of their divisors.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <limits.h>

#include "klee/klee.h"

int main(void) {
  signed char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int quotient = b ? a / b : 0;
  int dividend = a == 5 ? INT_MIN : a;
  int second = 0;
  if (b != 0 && !(dividend == INT_MIN && b == -1)) second = dividend % b;
  for (int i = 0; i < 3; i++) {
    if (b != 0) quotient += 100 / b;
  }
  return quotient + second == 17;
}
