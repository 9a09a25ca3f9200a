// Divisions next to those that overflow.
// expect: output "-2147483648 2147483647 0\n"
// expect: output "0 2147483648\n"
// expect: output "2147483648 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile int a = INT_MIN, b = -1, one = 1;
  volatile unsigned ua = 0x80000000u, ub = -1u;
  volatile long la = INT_MIN;
  printf("%d %d %d\n", a / one, (a + 1) / b, a % one);
  printf("%u %u\n", ua / ub, ua % ub);
  printf("%ld %ld\n", la / b, la % b);
  return 0;
}
