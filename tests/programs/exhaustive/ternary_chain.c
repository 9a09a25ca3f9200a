// Conditional operators, nested, with and without constants.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int calls;
static int count(int x) {
  calls++;
  return x;
}

int main(void) {
  signed char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int sign = x > 0 ? 1 : x < 0 ? -1 : 0;
  int y = x > 10 ? count(x) : x > 5 ? count(2 * x) + count(1) : x == 3 ? 7 : -1;
  assert(sign * x >= 0);
  assert(calls <= 2 && (y != 7 || x == 3 || calls));
  return y == 13;
}
