// free of a local.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error invalid-free line 11
#include <stdlib.h>

int main(void) {
  int local = 0;
  void *volatile p = &local;
  free(p);
  return 0;
}
