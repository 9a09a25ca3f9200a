// The algorithm of Euclid on nibbles.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  unsigned a = in & 15, b = in >> 4;
  if (a == 0 || b == 0) return 100;
  unsigned x = a, y = b;
  while (y) {
    unsigned t = x % y;
    x = y;
    y = t;
  }
  assert(a % x == 0 && b % x == 0);
  return (int)x;
}
