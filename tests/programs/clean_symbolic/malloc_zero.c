// malloc of a size that may be zero.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 4) return 0;
  char *p = malloc(n);
  if (n > 0 && p) p[n - 1] = 1;
  free(p);
  return 0;
}
