// An allocation that no machine can serve returns null; its use is a null dereference.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 11
#include <stdlib.h>

int main(void) {
  volatile size_t huge = (size_t)1 << 62;
  char *volatile p = malloc(huge);
  p[0] = 1;
  return 0;
}
