// Eight branches one after the other, each of which joins at once.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: no errors
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char bits;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  int sum = 0, ones = 0;
  for (int i = 0; i < 8; i++) {
    if (bits >> i & 1) {
      sum += 1 << i;
      ones++;
    } else {
      sum += 0;
    }
  }
  assert(sum == bits && ones <= 8);
  if (ones == 8) assert(bits == 255);
  return ones;
}
