// LONG_MIN % -1 traps on the machine as the division does.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error signed-overflow line 11
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile long a = LONG_MIN, b = -1;
  printf("%ld\n", a % b);
  return 0;
}
