// Additions that could overflow but are checked; nothing to report with --check=overflow.
// run: --check=overflow --opt 0
// run: --check=overflow --opt 1
// run: --check=overflow --opt 2
// expect: no errors
// expect: exhaustive
#include <limits.h>

#include "klee/klee.h"

int main(void) {
  signed char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int big = a > 0 ? INT_MAX - 10 : INT_MIN + 10;
  int sum = 0;
  if (!(b > 0 && big > INT_MAX - b) && !(b < 0 && big < INT_MIN - b)) sum = big + b;
  unsigned wrapped = 0xffffffffu + (unsigned char)a;
  return sum == INT_MAX || wrapped == 3;
}
