// A shift by a negative count.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overshift line 10
#include <stdio.h>

int main(void) {
  volatile int n = -1;
  printf("%u\n", 1u << n);
  return 0;
}
