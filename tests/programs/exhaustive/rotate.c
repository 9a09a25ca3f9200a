// A rotation written with two shifts, by every amount.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static unsigned rotate(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned x = rotate(0x80000001u, n);
  if (x == 3) {
    assert((n & 31) == 1);
    return 1;
  }
  if (x & 0x100) return 2;
  assert(rotate(x, 32 - (n & 31)) == 0x80000001u);
  return x > 0x80000000u ? 3 : 4;
}
