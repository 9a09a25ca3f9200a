// Pointers one past the end are made and compared, not followed.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  static int cells[8];
  if (n > 8) return 1;
  int *end = cells + n, sum = 0;
  for (int *p = cells; p != end; p++) sum += *p + 1;
  for (int *p = end; p > cells;) sum -= *--p + 1;
  return sum;
}
