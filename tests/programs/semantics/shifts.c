// Shifts of every type by every legal count.
// expect: output "c27469b83836ba9f\n"
// expect: output "8c04bc2e1aebd6a2\n"
// expect: output "33024 1 -1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  unsigned long h = 0;
  for (int n = 0; n < 32; n++) {
    volatile unsigned u = 0x87654321u;
    volatile int i = -0x7654321;
    h = h * 31 + (u << n) + (u >> n) + (unsigned)(i >> n);
  }
  printf("%lx\n", h);
  for (int n = 0; n < 64; n++) {
    volatile unsigned long u = 0x8765432112345678ul;
    volatile long i = -0x765432112345678l;
    h = h * 31 + (u << n) + (u >> n) + (unsigned long)(i >> n);
  }
  printf("%lx\n", h);
  volatile unsigned char c = 0x81;
  volatile short s = -2;
  printf("%d %d %d\n", c << 8, c >> 7, s >> 1);
  return 0;
}
