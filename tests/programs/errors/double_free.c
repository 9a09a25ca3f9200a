// The same block freed twice.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error double-free line 11
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  free(p);
  free(p);
  return 0;
}
