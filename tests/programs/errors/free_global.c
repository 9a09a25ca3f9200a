// free of a global.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error invalid-free line 12
#include <stdlib.h>

int global;

int main(void) {
  void *volatile p = &global;
  free(p);
  return 0;
}
