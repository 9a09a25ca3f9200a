// A read far outside of any object.
// run: --opt 0
// run: --opt 2
// expect: error out-of-bounds line 11
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  volatile long far = 1L << 40;
  printf("%d\n", p[far]);
  return 0;
}
