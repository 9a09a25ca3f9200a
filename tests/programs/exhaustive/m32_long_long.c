// 64 bit arithmetic on a machine of 32 bits.
// run: -m32 --opt 0
// expect: exhaustive
// expect: paths 5
// run: -m32 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned long long x = (unsigned long long)in[0] << 31;
  if ((unsigned long)x == 0) {
    assert((in[0] & 1) == 0);
    if (x >> 32 == 100) return 1;
  }
  long long y = (long long)in[1] - in[0];
  if (y < 0 && (unsigned long)(y >> 32) == 0xfffffffful) {
    assert(in[1] < in[0]);
    return 2;
  }
  return x / 1000 > 0x1000000 ? 3 : 4;
}
