// A read of eight bytes of which the last ones may be outside.
// run: --check=no-alignment --opt 0
// run: --check=no-alignment --opt 1
// run: --check=no-alignment --opt 2
// expect: error out-of-bounds line 15
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  char *p = calloc(20, 1);
  if (!p || i > 16) return 1;
  long v = *(long *)(p + i);
  free(p);
  return v != 0;
}
