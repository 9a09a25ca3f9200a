// The check digit of Luhn over four nibbles.
// run: --opt 0
// expect: exhaustive
// expect: paths 13
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int d = in[i / 2] >> i % 2 * 4 & 15;
    if (d > 9) return 1;
    if (i % 2 == 0) {
      d *= 2;
      if (d > 9) d -= 9;
    }
    sum += d;
  }
  assert(sum <= 36);
  return sum % 10 == 0 ? 0 : 2;
}
