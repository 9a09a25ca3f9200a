// INT_MIN / -1 does not fit.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error signed-overflow line 11
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile int a = INT_MIN, b = -1;
  printf("%d\n", a / b);
  return 0;
}
