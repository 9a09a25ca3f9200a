// A block that grows on one side only.
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
  char *p = malloc(4);
  if (!p) return 1;
  p[0] = p[3] = 7;
  if (c & 1) {
    char *q = realloc(p, 8);
    if (!q) return 1;
    p = q;
    p[7] = 8;
  }
  int x = p[3];
  // expect: error out-of-bounds line +1
  if (c & 2) x += p[7];
  free(p);
  return x;
}
