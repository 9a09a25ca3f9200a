// A call through a null pointer.
// native: no line, the stack is lost in the jump
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error bad-call line 16
#include "klee/klee.h"

static int one(void) { return 1; }

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int (*volatile f)(void) = one;
  if (c == 100) f = 0;
  return f();
}
