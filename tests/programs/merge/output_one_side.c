// Output on one side only, and other output behind the join.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: no errors
// expect: exhaustive
#include <stdio.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c, d;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  if (c > 100) printf("large %d\n", c);
  int x = d & 1 ? 7 : 8;
  printf("%d\n", x);
  return c > 100;
}
