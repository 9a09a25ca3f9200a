// _BitInt(7), _BitInt(3), _BitInt(48): wrap, sign, memory.
// expect: output "12 -60 1\n"
// expect: output "70368744190009\n"
// expect: output "-8 -4\n"
// expect: output "8796093023751\n"
// expect: output "31 5\n"
// expect: output "0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
typedef unsigned _BitInt(7) u7;
typedef _BitInt(7) s7;
typedef _BitInt(48) s48;
typedef unsigned _BitInt(3) u3;

int main(void) {
  volatile u7 a = 120;
  volatile s7 b = -60;
  volatile s48 c = ((s48)1 << 46) + 12345;
  volatile u3 d = 7;
  a += 20;
  d += 2;
  printf("%u %d %u\n", (unsigned)a, (int)b, (unsigned)d);
  printf("%lld\n", (long long)(c * 1));
  printf("%d %d\n", (int)(b / 7), (int)(b % 7));
  printf("%lld\n", (long long)(c >> 3));
  u7 table[5] = {1, 2, 4, 8, 16};
  unsigned sum = 0;
  for (int i = 0; i < 5; i++) sum += (unsigned)table[i];
  printf("%u %d\n", sum, (int)sizeof table);
  printf("%d\n", (int)((s7)a < (s7)b));
  return 0;
}
