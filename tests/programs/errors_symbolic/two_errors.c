// Two different errors on different inputs, both found.
// native: no line, there are two
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 15
// expect: error out-of-bounds line 19
#include "klee/klee.h"

int cells[4];

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int sum = 100 / ((in & 15) - 7);
  int index = in >> 4;
  int *volatile p = cells;
  if (index > 4) return sum;
  return sum + p[index];
}
