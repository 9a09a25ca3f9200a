// A loop whose bound is symbolic.
// run: --opt 0
// expect: exhaustive
// expect: paths 20
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  int n = klee_range(0, 20, "n");
  int sum = 0;
  for (int i = 1; i <= n; i++) sum += i;
  assert(sum == n * (n + 1) / 2);
  return sum;
}
