// A shift behind the check of its amount: no overshift, hoisted or not.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned x = 1;
  if (n < 32) x = x << n;
  int y = n >= 31 ? 0 : 1 << n;
  unsigned long z = 0;
  for (unsigned i = 0; i < 3; i++) {
    if (n < 64) z += 1ul << n;
  }
  return x > 100 && y != 0 && z > 7;
}
