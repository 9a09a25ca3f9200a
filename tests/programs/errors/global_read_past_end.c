// A read past the end of a global array.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdio.h>

int table[4] = {1, 2, 3, 4};

int main(void) {
  volatile int i = 4;
  printf("%d\n", table[i]);
  return 0;
}
