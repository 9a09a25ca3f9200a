// A read past the end of a local array.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 11
#include <stdio.h>

int main(void) {
  volatile int a[3] = {1, 2, 3};
  volatile int i = 3;
  printf("%d\n", a[i]);
  return 0;
}
