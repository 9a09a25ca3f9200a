// A divisor that is zero for one side's values only.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int by;
  if (c > 128)
    by = c - 200;
  else
    by = c + 1;
  // expect: error division-by-zero line +1
  return 1000 / by;
}
