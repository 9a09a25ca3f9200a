// One side never comes: the others must not wait for it for ever.
// run: --max-instructions 20000000 --jobs 1 --merge=off --opt 0
// run: --max-instructions 20000000 --jobs 1 --merge=auto --opt 0
// run: --max-instructions 20000000 --jobs 1 --merge=always --opt 0
// run: --max-instructions 20000000 --jobs 1 --merge=always --merge-max-differences 1000000 --opt 0
// run: --max-instructions 20000000 --jobs 1 --merge=auto --opt 1
// run: --max-instructions 20000000 --jobs 1 --merge=always --merge-max-differences 1000000 --opt 1
// expect: not exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  volatile unsigned x = 1;
  if (c == 100) {
    while (x) x |= 1;
  }
  if (c & 1) x = 2;
  // expect: error assertion line +1
  assert(x != 2 || c != 7);
  return 0;
}
