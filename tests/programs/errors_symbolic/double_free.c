// Two conditions overlap, and both free.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error double-free line 15
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char *volatile p = malloc(8);
  if (c >= 100) free(p);
  if (c <= 100) free(p);
  return 0;
}
