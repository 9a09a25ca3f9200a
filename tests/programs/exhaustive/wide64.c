// Arithmetic of 64 bits: carries, products, signs.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned long long x = 0xffffffffffffff00ull + in[0];
  unsigned long long y = x + in[1];
  if (y < x) {
    assert(in[0] + in[1] > 255);
    return y == 0 ? 1 : 2;
  }
  long long product = (long long)(in[0] - 128) * 0x100000000ll;
  if (product < 0 && product >> 32 == -5) return 3;
  assert((unsigned)product == 0);
  return (unsigned long long)product % 1000 == 0 ? 4 : 5;
}
