// A left shift by the width.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overshift line 10
#include <stdio.h>

int main(void) {
  volatile unsigned x = 1, n = 32;
  printf("%u\n", x << n);
  return 0;
}
