// A call through a table with empty places, checked.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[6])(void) = {one, 0, two, 0, 0, one};

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= 6) return 0;
  return table[i] ? table[i]() : 3;
}
