// Recursion whose symbolic depth may be too much for the stack.
// run: --opt 0
// run: --opt 1
// expect: error stack-overflow
#include "klee/klee.h"

static __attribute__((noinline)) int down(int n) {
  volatile char room[100000];
  room[n] = (char)n;
  return n ? down(n - 1) + room[n] : 0;
}

int main(void) {
  int steps = klee_range(0, 12, "steps");
  return down(steps * 10);
}
