// A shift by a difference that may be negative.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overshift line 13
#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 20) return 1;
  int amount = n - 2;
  return 0x1000 >> amount;
}
