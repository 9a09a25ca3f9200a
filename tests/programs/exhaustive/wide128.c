// Arithmetic of 128 bits.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

typedef unsigned __int128 u128;

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  u128 x = (u128)in[0] << 100 | in[1];
  u128 y = x * 3 + ((u128)1 << 64);
  if ((unsigned long long)(y >> 64) == 1) {
    assert(in[0] == 0);
    return 1;
  }
  if (y >> 108) {
    assert(in[0] > 85);
    return 2;
  }
  if ((unsigned char)y < in[1]) return 3;
  __int128 negative = -(__int128)x;
  return negative < -((__int128)1 << 105) ? 4 : 5;
}
