// Divisions and remainders behind the checks that make them right.
// run: --opt 0 --solver-time 60s
// expect: exhaustive
// expect: paths 4
// run: --opt 1 --solver-time 60s
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  signed char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (b == 0) return 1;
  int quotient = a / b, rest = a % b;
  assert(quotient * b + rest == a);
  if (rest < 0) {
    assert(a < 0);
    return 2;
  }
  if (quotient == 128) {
    assert(a == -128 && b == -1);
    return 3;
  }
  return quotient == 0 ? 4 : 5;
}
