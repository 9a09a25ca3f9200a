// malloc of a large symbolic size, used only if it worked.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdint.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(n < 250 ? 16 : SIZE_MAX / 2);
  if (!p) return 1;
  p[15] = 1;
  free(p);
  return 0;
}
