// Signed subtraction and negation.
// run: --opt 0 --check=overflow
// run: --opt 2 --check=overflow
// expect: error signed-overflow line 10
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile int a = INT_MIN;
  printf("%d\n", -a);
  return 0;
}
