// The address of a local is used after its function returned.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-return line 16
#include <stdio.h>

static __attribute__((noinline)) int *leak(void) {
  volatile int local = 5;
  int *volatile p = (int *)&local;
  return p;
}

int main(void) {
  int *(*volatile f)(void) = leak;
  printf("%d\n", *f());
  return 0;
}
