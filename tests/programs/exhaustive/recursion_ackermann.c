// The function of Ackermann on tiny symbolic arguments.
// run: --opt 0
// expect: exhaustive
// expect: paths 9
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  int m = klee_range(0, 3, "m");
  int n = klee_range(0, 4, "n");
  int a = ackermann(m, n);
  assert(m != 1 || a == n + 2);
  assert(m != 2 || a == 2 * n + 3);
  return a;
}
