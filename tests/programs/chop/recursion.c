// A function that calls itself is skipped from outside alone: within its recovery all is executed.
// run: --opt 0 --chop sum
// run: --opt 1 --chop sum
// expect: skipped 1 recovered 1
// expect: paths 5
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 5);
  int s = sum((int)n);
  assert(s == (int)(n * (n + 1) / 2));
  return 0;
}
