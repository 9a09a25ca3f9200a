// A pointer to a local that is gone, on one side only.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include "klee/klee.h"

static int zero;

static int *choose(unsigned char c) {
  int local = c;
  int *volatile p = &zero;
  if (c == 66) p = &local;
  return p;
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int *p = choose(c);
  int x = c > 5 ? 1 : 2;
  // expect: error use-after-return line +1
  return *p + x;
}
