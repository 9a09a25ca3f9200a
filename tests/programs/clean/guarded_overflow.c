// A signed addition behind a test that it fits; optimisers turn such code around.
// expect: output "2147483647 -2147483648 7\n"
// expect: output "0 5\n"
// run: --opt 0 --check=overflow
// run: --opt 1 --check=overflow
// run: --opt 2 --check=overflow
// expect: no errors
#include <limits.h>
#include <stdio.h>

static __attribute__((noinline)) int add(int a, int b) {
  if (b > 0 ? a > INT_MAX - b : a < INT_MIN - b) return b > 0 ? INT_MAX : INT_MIN;
  return a + b;
}
static __attribute__((noinline)) int abs_or_zero(int x) { return x == INT_MIN ? 0 : x < 0 ? -x : x; }

int main(void) {
  printf("%d %d %d\n", add(INT_MAX, 1), add(INT_MIN, -1), add(3, 4));
  printf("%d %d\n", abs_or_zero(INT_MIN), abs_or_zero(-5));
  return 0;
}
