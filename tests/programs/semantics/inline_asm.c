// Inline assembly: empty, clobbers, barriers, ties, nop, byte swap.
// expect: output "5 5 78563412 9\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  int x = 5, y = 6;
  unsigned z = 0x12345678;
  long l = 9;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("" : : "r"(x) : "memory", "cc");
  __asm__("" : "+r"(x));
  __asm__("" : "=r"(y) : "0"(x));
  __asm__ volatile("nop");
  __asm__ volatile("" : "+r"(x), "+r"(l) : : "memory");
  __asm__ volatile("" : "+m"(y));
  __asm__("bswap %0" : "+r"(z));
  __asm__ volatile("pause");
  printf("%d %d %x %ld\n", x, y, z, l);
  return 0;
}
