// Signed addition that overflows: an error with --check=overflow, wraps without.
// run: --opt 0 --check=overflow
// run: --opt 1 --check=overflow
// run: --opt 2 --check=overflow
// expect: error signed-overflow line 13
// run: --opt 0
// expect: output "-2147483648\n"
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile int a = INT_MAX, b = 1;
  int c = a + b;
  printf("%d\n", c);
  return 0;
}
