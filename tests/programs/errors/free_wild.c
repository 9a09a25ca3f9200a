// free of a number.
// run: --opt 0
// run: --opt 1
// expect: error invalid-free line 9
#include <stdlib.h>

int main(void) {
  void *volatile p = (void *)0x1234560;
  free(p);
  return 0;
}
