// A signed index that is checked on both sides.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  signed char i;
  klee_make_symbolic(&i, sizeof i, "i");
  short cells[8] = {0}, *middle = cells + 4;
  if (i >= -4 && i < 4) middle[i] = 3;
  if (i >= 0 && (unsigned)i < sizeof cells / sizeof *cells) return cells[i];
  return 0;
}
