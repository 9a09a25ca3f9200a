// An assertion about a merged value that fails for one side's values only.
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
  if (c < 10)
    x = d;
  else if (c < 20)
    x = 300;
  else
    x = 400 + c;
  if (d & 1) x++;
  // expect: error assertion line +1
  assert(x != 256);
  assert(x < 700);
  return x > 300;
}
