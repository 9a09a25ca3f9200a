// A read after free.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 13
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *volatile p = malloc(sizeof(int));
  *p = 5;
  free(p);
  printf("%d\n", *p);
  return 0;
}
