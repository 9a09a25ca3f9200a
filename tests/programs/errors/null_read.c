// A read through a null pointer.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 10
#include <stdio.h>

int main(void) {
  int *volatile p = 0;
  printf("%d\n", *p);
  return 0;
}
