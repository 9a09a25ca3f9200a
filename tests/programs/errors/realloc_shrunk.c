// After realloc to a smaller size, the old end is out of bounds.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 13
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(32);
  p[31] = 1;
  p = realloc(p, 16);
  printf("%d\n", p[31]);
  return 0;
}
