// A block freed on one side only, and read behind the join.
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
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 3;
  if (c > 250) free(p);
  int x = c & 1 ? 4 : 5;
  // expect: error use-after-free line +1
  x += *p;
  free(p);
  return x;
}
