// A read one past the end of a heap block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *volatile p = malloc(4 * sizeof(int));
  for (int i = 0; i < 4; i++) p[i] = i;
  printf("%d\n", p[4]);
  free(p);
  return 0;
}
