// One side fails in its own branch, the other behind the join.
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
  static int table[4] = {1, 2, 3, 4};
  int index = 0, *p = table;
  if (c & 1) {
    index = c >> 1;
    // expect: error abort line +1
    if (index == 100) abort();
  } else {
    index = c >> 6;
    if (c == 6) p = 0;
  }
  // expect: error out-of-bounds line +3
  // expect: error null-dereference line +2
  if (index > 4) index = 4;
  int x = p[index];
  return x;
}
