// realloc invalidates the old pointer.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 14
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  p[0] = 1;
  char *volatile q = realloc(p, 4096);
  q[0] = 2;
  printf("%d %d\n", q[0], p[0]);
  return 0;
}
