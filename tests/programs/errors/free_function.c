// free of a function's address.
// run: --opt 0
// run: --opt 1
// expect: error invalid-free line 9
#include <stdlib.h>

int main(void) {
  void *volatile p = (void *)main;
  free(p);
  return 0;
}
