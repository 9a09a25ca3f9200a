// A block that is lost on one side only.
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
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  // expect: error leak
  char *p = malloc(10);
  if (!p) return 1;
  p[0] = 1;
  if (c != 13) free(p);
  p = 0;
  return c > 100 ? 1 : 2;
}
