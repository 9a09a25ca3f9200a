// A block that exists on one side only.
// run: --check=leak --merge=off --opt 0
// run: --check=leak --merge=auto --opt 0
// run: --check=leak --merge=always --opt 0
// run: --check=leak --merge=always --merge-max-differences 1000000 --opt 0
// run: --check=leak --merge=auto --opt 1
// run: --check=leak --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c, i;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&i, sizeof i, "i");
  char *p = 0;
  if (c > 100) {
    p = malloc(8);
    if (!p) return 1;
    for (int k = 0; k < 8; k++) p[k] = (char)k;
  }
  int x = 3;
  if (p) {
    if (i > 8) i = 8;
    // expect: error out-of-bounds line +1
    x = p[i];
  }
  free(p);
  return x;
}
