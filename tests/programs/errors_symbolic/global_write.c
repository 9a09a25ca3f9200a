// A write before a global table for negative indices.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 14
#include "klee/klee.h"

static int cells[8];

int main(void) {
  signed char i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= 8 || i < -2) return 1;
  cells[i] = 7;
  return cells[2];
}
