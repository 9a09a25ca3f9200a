// A block of size zero has no readable byte.
// run: --opt 0
// run: --opt 2
// expect: error out-of-bounds line 10
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(0);
  printf("%d\n", *p);
  return 0;
}
