// _BitInt(129), _BitInt(200), _BitInt(256): arithmetic, shifts, comparison, division.
// expect: output "000000000049eebc961ed279b02b1ef4f28d19a84f5973a1d2c7800000000000\n"
// expect: output "000000000000000004e0ea0cebbd7cd1981890784d6b3c8385e98a0000000000\n"
// expect: output "0000000000000000000000000000000000000000000000000000000012fd92b0\n"
// expect: output "000000000000000000000000000000000000000000000000000001b60a266369\n"
// expect: output "fffffffffffffffffffffffffffffffffffffffffffffffffffffff24faecce4\n"
// expect: output "0000000000000000000000000000000000000000000000000000000000000001\n"
// expect: output "0000000000000000000000000000000100000000000000000000000000000005\n"
// expect: output "1 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
typedef unsigned _BitInt(256) u256;
typedef _BitInt(200) s200;
typedef unsigned _BitInt(129) u129;
static void show(u256 x) {
  for (int i = 3; i >= 0; i--) printf("%016lx", (unsigned long)(x >> (i * 64)));
  printf("\n");
}

int main(void) {
  volatile u256 a = 1;
  for (int i = 1; i <= 50; i++) a *= i;
  show(a);
  u256 b = a;
  for (int i = 50; i > 45; i--) b /= i;
  show(b);
  show(a % 1000000007u);
  volatile s200 c = -12345;
  c = c * c * c;
  show((u256)(c < 0 ? -c : c));
  show((u256)(c >> 5));
  volatile u129 d = ~(u129)0;
  d += 2;
  show((u256)d);
  d = (u129)1 << 128;
  show((u256)(d | 5));
  printf("%d %d\n", a > b, c < -1);
  return 0;
}
