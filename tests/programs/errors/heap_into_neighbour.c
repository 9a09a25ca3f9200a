// An index that leaves one heap block and would land in another, valid one: still out of bounds.
// run: --opt 0
// run: --opt 1
// expect: error out-of-bounds line 14
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile a = malloc(16);
  char *volatile b = malloc(16);
  a[0] = b[0] = 1;
  long distance = (long)b - (long)a;
  volatile long index = distance;
  a[index] = 7;
  printf("%d\n", b[0]);
  return 0;
}
