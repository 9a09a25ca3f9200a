// free of a pointer into the middle of a block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error invalid-free line 10
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  free(p + 1);
  return 0;
}
