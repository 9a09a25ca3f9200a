// The smallest number divided by minus one.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error signed-overflow line 16
#include <limits.h>

#include "klee/klee.h"

int main(void) {
  signed char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  b = (signed char)(a / 2);
  if (b == 0) return 1;
  int n = a == -3 ? INT_MIN : a;
  return n / b == 1;
}
