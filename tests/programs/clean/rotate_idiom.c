// The rotate idiom whose count may be zero.
// expect: output "12345678\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

static __attribute__((noinline)) unsigned rotate(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

int main(void) {
  unsigned x = 0x12345678;
  for (unsigned n = 0; n < 64; n += 4) x = rotate(x, n) + n;
  printf("%08x\n", x);
  return 0;
}
