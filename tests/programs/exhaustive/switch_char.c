// A switch over a signed char, with negative cases and ranges.
// run: --opt 0
// expect: exhaustive
// expect: paths 7
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  signed char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c) {
    case -128: return 1;
    case -1: return 2;
    case 'a' ... 'f': return 3;
    case '0' ... '9': return 4;
    case -100 ... -90: return 5;
    case 127: return 6;
  }
  return c < 0 ? 7 : 8;
}
