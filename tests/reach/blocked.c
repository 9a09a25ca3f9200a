// A line that is not reached in the time given: the nearest branch is told.
// reach: --target blocked.c:20 --max-instructions 100000
// answer: blocked.c:20 not reached, nearest line 19
#include "klee/klee.h"

static unsigned mixed(unsigned x) {
  for (int i = 0; i < 1000; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x *= 0x9e3779b1u;
  }
  return x;
}

int main(void) {
  unsigned x = (unsigned)klee_int("x");
  for (unsigned round = 0;; round++) {
    if (round > 1000 && mixed(round) == 1)
      return (int)x;
    if (x == round) break;
  }
  return 0;
}
