// free of null, and of what a branch may have made.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char *p = 0;
  if (c & 1) p = malloc(8);
  free(p);
  p = 0;
  if (c & 2) free(p);
  return 0;
}
