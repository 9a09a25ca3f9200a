// A read before a heap block for one input.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 15
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  char *p = calloc(16, 1);
  if (!p || i > 16) return 1;
  int v = p[i - 1];
  free(p);
  return v;
}
