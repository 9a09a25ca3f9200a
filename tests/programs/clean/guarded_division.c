// Divisions guarded by a test of the divisor, in a loop out of which optimisers hoist.
// expect: output "10 142\n"
// expect: output "0 2147483647 -3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <limits.h>
#include <stdio.h>

static __attribute__((noinline)) int sum(const int *a, int n, int divisor, int total) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (divisor != 0) s += total / divisor;
    s += a[i];
  }
  return s;
}
static __attribute__((noinline)) int safe(int a, int b) { return b == 0 ? 0 : a == INT_MIN && b == -1 ? INT_MAX : a / b; }

int main(void) {
  int a[4] = {1, 2, 3, 4};
  printf("%d %d\n", sum(a, 4, 0, 100), sum(a, 4, 3, 100));
  printf("%d %d %d\n", safe(1, 0), safe(INT_MIN, -1), safe(-7, 2));
  return 0;
}
