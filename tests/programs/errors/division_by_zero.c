// Integer division by zero.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 10
#include <stdio.h>

int main(void) {
  volatile int a = 7, b = 0;
  printf("%d\n", a / b);
  return 0;
}
