// Code that is promised not to be reached, and is not.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c % 4) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    case 3: return 40;
  }
  __builtin_unreachable();
}
