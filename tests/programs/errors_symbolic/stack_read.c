// A read past a local array.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 13
#include "klee/klee.h"

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  int cells[6] = {1, 2, 3, 4, 5, 6};
  if (i == 7) return 0;
  return cells[i & 7] == 4;
}
