// The freed block's memory may be given out again; the old pointer stays invalid.
// run: --opt 0
// run: --opt 1
// expect: error use-after-free line 15
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile old = malloc(24);
  old[0] = 1;
  free(old);
  char *volatile young[4];
  for (int i = 0; i < 4; i++) young[i] = malloc(24);
  for (int i = 0; i < 4; i++) young[i][0] = 2;
  printf("%d\n", old[0]);
  return 0;
}
