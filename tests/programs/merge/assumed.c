// Assumptions on one side only, one of which leaves nothing.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c, d;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  int x = 0;
  if (c < 100) {
    klee_assume(d < 10);
    x = d;
  } else if (c < 110) {
    klee_assume(d == c);
    x = 50;
  } else {
    x = 100 + (d & 1);
  }
  assert(x < 10 || x == 50 || x == 100 || x == 101);
  if (c < 100) assert(d < 10);
  // expect: error assertion line +1
  assert(x != 50 || d != 105);
  return x;
}
