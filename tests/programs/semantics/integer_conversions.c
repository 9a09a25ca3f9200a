// Conversions between integer types; sign of char; usual arithmetic conversions.
// expect: output "-56 200 0\n"
// expect: output "-3 4294967293 65533\n"
// expect: output "0 1\n"
// expect: output "-2147483648 2147483648 ffffffff80000000\n"
// expect: output "44 44\n"
// expect: output "1 0\n"
// expect: output "-2 1099511627776\n"
// expect: output "-3 -1 -4\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  volatile char c = (char)200;
  volatile unsigned char uc = 200;
  volatile short s = -3;
  volatile int i = -1;
  volatile unsigned u = 1;
  volatile long l = -1;
  volatile unsigned long ul = 0xffffffff80000000UL;
  printf("%d %d %d\n", c, uc, c == uc);
  printf("%d %u %ld\n", s, (unsigned)s, (long)(unsigned short)s);
  printf("%d %d\n", i < u, l < u);
  printf("%d %u %lx\n", (int)ul, (unsigned)ul, (long)(int)ul);
  printf("%d %d\n", (signed char)(uc + 100), (unsigned char)(uc + 100));
  printf("%d %d\n", (_Bool)uc, (_Bool)(uc - 200));
  printf("%ld %lu\n", (long)i * 2, (unsigned long)u << 40);
  printf("%d %d %d\n", -7 / 2, -7 % 2, -7 >> 1);
  return 0;
}
