// A buffer that is local when it is small is freed anyway.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error invalid-free line 17
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  char small[16], *volatile p = small;
  if (n > 16) p = malloc(256);
  if (!p) return 1;
  p[0] = 1;
  free(p);
  return 0;
}
