// Signed multiplication that overflows at 64 bits.
// run: --opt 0 --check=overflow
// run: --opt 1 --check=overflow
// run: --opt 2 --check=overflow
// expect: error signed-overflow line 10
#include <stdio.h>

int main(void) {
  volatile long a = 1L << 40, b = 1L << 40;
  printf("%ld\n", a * b);
  return 0;
}
