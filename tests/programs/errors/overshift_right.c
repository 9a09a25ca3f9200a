// A right shift by more than the width, 64 bits.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overshift line 11
#include <stdio.h>

int main(void) {
  volatile long x = -8;
  volatile int n = 65;
  printf("%ld\n", x >> n);
  return 0;
}
