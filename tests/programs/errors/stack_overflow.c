// Endless recursion.
// run: --opt 0
// run: --opt 1
// expect: error stack-overflow
#include <stdio.h>

static __attribute__((noinline)) int down(volatile int *from, int n) {
  volatile int here = n + *from;
  return down(&here, n + 1) + here;
}

int main(void) {
  volatile int start = 0;
  printf("%d\n", down(&start, 0));
  return 0;
}
