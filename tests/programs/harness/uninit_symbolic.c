// Memory that was never written can be anything.
// run: --opt 0 --uninit=symbolic
// expect: paths 2
// run: --opt 0
// expect: paths 1
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  if (!p) return 2;
  if (*p == 42) return 1;
  return 0;
}
