// Division by zero at 128 bits.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 10
#include <stdio.h>

int main(void) {
  volatile __int128 a = 7, b = 0;
  printf("%d\n", (int)(a / b));
  return 0;
}
