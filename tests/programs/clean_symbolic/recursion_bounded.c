// Recursion whose symbolic depth is bounded.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static int down(int n) {
  volatile char room[4000];
  room[n] = 1;
  return n ? room[n] + down(n - 1) : 0;
}

int main(void) {
  int n = klee_range(0, 25, "n");
  return down(n);
}
