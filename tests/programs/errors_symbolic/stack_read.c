// A read past a local array.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 14
#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  int cells[6] = {1, 2, 3, 4, 5, 6};
  int *volatile p = cells;
  if (i == 7) return 0;
  return p[i & 7] == 4;
}
