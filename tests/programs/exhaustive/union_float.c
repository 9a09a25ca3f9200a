// A float seen through its bits.
// run: --opt 0
// expect: exhaustive
// expect: paths 7
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

union Bits {
  unsigned u;
  float f;
};

int main(void) {
  unsigned char exponent;
  klee_make_symbolic(&exponent, sizeof exponent, "exponent");
  union Bits b;
  b.u = (unsigned)exponent << 23 | 1u << 22;
  unsigned e = b.u >> 23;
  if (e == 255) return 1;  // not a number
  if (e == 0) return 2;    // denormal
  if (e >= 127 && e < 127 + 31) {
    unsigned whole = (b.u & 0x7fffff) | 0x800000;
    whole = e < 150 ? whole >> (150 - e) : whole << (e - 150 < 7 ? e - 150 : 7);
    return whole > 100 ? 3 : 4;
  }
  return 5;
}
