// A block on each side, with other contents; both are freed behind the join.
// run: --check=leak --merge=off --opt 0
// run: --check=leak --merge=auto --opt 0
// run: --check=leak --merge=always --opt 0
// run: --check=leak --merge=always --merge-max-differences 1000000 --opt 0
// run: --check=leak --merge=auto --opt 1
// run: --check=leak --merge=always --merge-max-differences 1000000 --opt 1
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int *p;
  if (c & 1) {
    p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 1;
  } else {
    p = malloc(sizeof *p);
    if (!p) return 1;
    *p = c;
  }
  assert(*p == (c & 1 ? 1 : c));
  free(p);
  return 0;
}
