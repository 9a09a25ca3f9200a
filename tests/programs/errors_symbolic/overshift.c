// A shift by an amount that is checked wrongly.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overshift line 12
#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 32) return 1;
  return 1u << n == 1024;
}
