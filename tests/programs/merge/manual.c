// Merging asked for by hand.
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
  klee_open_merge();
  if (c < 10)
    x = 1;
  else if (c < 20)
    x = d;
  klee_close_merge();
  klee_open_merge();
  for (int i = 0; i < 3; i++) {
    if (d >> i & 1) {
      klee_open_merge();
      if (c & 1) x += 2;
      klee_close_merge();
      if (x > 200) break;
    }
  }
  klee_close_merge();
  // expect: error assertion line +1
  assert(x != 205);
  return x > 2;
}
