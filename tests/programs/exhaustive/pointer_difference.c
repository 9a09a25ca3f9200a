// Differences and comparisons of pointers into one array.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  static short cells[16];
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  short *p = cells + (in & 15), *q = cells + (in >> 4);
  if (p < q) {
    assert(q - p == (in >> 4) - (in & 15));
    return q - p > 8 ? 1 : 2;
  }
  if (p == q) return 3;
  return (char *)p - (char *)q == 2 ? 4 : 5;
}
