// realloc of a pointer into the middle of a block.
// run: --opt 0
// run: --opt 1
// expect: error invalid-free line 9
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  p = realloc(p + 4, 16);
  return 0;
}
