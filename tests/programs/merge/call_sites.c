// One function called from two places: its states must return to their own.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int __attribute__((noinline)) clip(int x) {
  if (x > 100) return 100;
  if (x < 3) return 3;
  return x;
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int x;
  if (c & 1)
    x = clip(c) + 1000;
  else
    x = clip(c / 2) + 2000;
  assert(c & 1 ? x >= 1003 && x <= 1100 : x >= 2003 && x <= 2100);
  // expect: error assertion line +1
  assert(x != 2077);
  return x > 2000;
}
