// A table of pointers with an empty place, at a symbolic index.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 14
#include "klee/klee.h"

static int a = 1, b = 2;
static int *const table[4] = {&a, &b, 0, &a};

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  return *table[i & 3];
}
