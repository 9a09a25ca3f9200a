// A shift whose amount is masked.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char n, x;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned r = x >> (n & 7) | (unsigned)x << (-n & 7);
  return (r & 0xff) == 0x5a;
}
