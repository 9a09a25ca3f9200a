// Blocks of two sizes: an index that is right for one of them.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  unsigned size = 8;
  char *p;
  if (c == 200) {
    p = malloc(8);
  } else {
    p = malloc(16);
    size = 16;
  }
  if (!p) return 1;
  for (unsigned k = 0; k < size; k++) p[k] = 1;
  // expect: error out-of-bounds line +1
  int x = p[10];
  free(p);
  return x;
}
