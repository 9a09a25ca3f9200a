// A table of functions with something else in it, at a symbolic index.
// native: no line, the stack is lost in the jump
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error bad-call line 18
#include "klee/klee.h"

static int one(void) { return 1; }
static int two(void) { return 2; }
static int data = 3;
static void *volatile table[4] = {(void *)one, (void *)two, (void *)&data, (void *)one};

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  int (*f)(void) = (int (*)(void))table[i & 3];
  return f();
}
