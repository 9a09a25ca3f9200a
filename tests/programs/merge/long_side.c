// One side takes far longer than the other: who waits goes on some time.
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
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  volatile unsigned sum = 0;
  if (c > 100) {
    for (unsigned i = 0; i < 30000; i++) sum += i & 1;
  } else {
    sum = 1;
  }
  // expect: error assertion line +1
  assert(sum != 1 || c != 7);
  return sum > 1;
}
