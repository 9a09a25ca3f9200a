// Counters incremented at symbolic places.
// run: --opt 0
// expect: exhaustive
// expect: paths 9
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in, count[4] = {0};
  klee_make_symbolic(&in, sizeof in, "in");
  for (int i = 0; i < 4; i++) count[in >> 2 * i & 3]++;
  assert(count[0] + count[1] + count[2] + count[3] == 4);
  for (int i = 0; i < 4; i++) {
    if (count[i] == 4) return 1;
    if (count[i] == 3) return 2;
  }
  return 3;
}
