// A switch that was promised to be complete.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unreachable line 15
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  volatile int r = 0;
  switch (c & 7) {
    case 0 ... 2: r = 1; break;
    case 3 ... 6: r = 2; break;
    default: __builtin_unreachable();
  }
  return r;
}
