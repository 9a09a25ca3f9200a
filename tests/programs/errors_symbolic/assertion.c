// An assertion that one input breaks.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error assertion line 14
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned char y = (unsigned char)(x * 7 + 13);
  assert(y != 200);
  return 0;
}
