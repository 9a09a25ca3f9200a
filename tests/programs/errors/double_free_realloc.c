// realloc of a freed block.
// run: --opt 0
// run: --opt 1
// expect: error double-free line 10
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  free(p);
  p = realloc(p, 16);
  return 0;
}
