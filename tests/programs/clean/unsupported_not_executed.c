// Assembly that is not supported, on a way not taken, is a warning at load at most.
// expect: output "0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  volatile int never = 0;
  unsigned a = 0, b, c, d;
  if (never) __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  printf("%u\n", a);
  return 0;
}
