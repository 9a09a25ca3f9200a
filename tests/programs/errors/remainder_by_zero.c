// Unsigned remainder by zero, 64 bits.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error division-by-zero line 7
#include <stdio.h>
static __attribute__((noinline)) unsigned long wrap(unsigned long x, unsigned long n) { return x % n; }

int main(void) {
  volatile unsigned long n = 0;
  printf("%lu\n", wrap(7, n));
  return 0;
}
