// An assertion that fails on many paths is reported once.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error assertion line 17
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char bits;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  int ones = 0;
  for (int i = 0; i < 6; i++) {
    if (bits >> i & 1) ones++;
  }
  assert(ones != 3);
  return ones;
}
