// Recursion whose depth is symbolic, on a local array in each frame.
// run: --opt 0
// expect: exhaustive
// expect: paths 15
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int sum(int n, const int *before) {
  int here[2] = {n, before ? before[0] : 0};
  if (n == 0) return here[1] - 1;
  return here[0] + sum(n - 1, here);
}

int main(void) {
  int n = klee_range(1, 16, "n");
  assert(sum(n, 0) == n * (n + 1) / 2);
  return 0;
}
