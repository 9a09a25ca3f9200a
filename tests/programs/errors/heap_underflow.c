// A read before the start of a heap block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = calloc(8, 1);
  volatile int i = -1;
  printf("%d\n", p[i]);
  free(p);
  return 0;
}
