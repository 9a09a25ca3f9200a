// A variable that is written on one side only.
// run: --check=uninit --merge=off --opt 0
// run: --check=uninit --merge=auto --opt 0
// run: --check=uninit --merge=always --opt 0
// run: --check=uninit --merge=always --merge-max-differences 1000000 --opt 0
// run: --check=uninit --merge=auto --opt 1
// run: --check=uninit --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include "klee/klee.h"

static int steps;

static void __attribute__((noinline)) step(void) { steps++; }

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int x, y = 1;
  int *volatile p = &x;
  if (c < 50) *p = 3;
  if (c & 1) y = 2;
  // expect: error uninitialised line +1
  if (*p == 3) step();
  return y;
}
