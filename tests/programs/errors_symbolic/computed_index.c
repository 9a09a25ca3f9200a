// The index is a product; only one pair of inputs is wrong.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 16
#include "klee/klee.h"

char cells[150];

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  unsigned a = in & 15, b = in >> 4;
  if (a > 10 || b == 15) return 1;
  char *volatile p = cells;
  return p[a * b + 10];
}
