// __int128: multiplication, division, shifts, conversions, comparison.
// expect: output "fffff7812cfaeafd3217ed3051502ce7\n"
// expect: output "ffffffffffffffffd39da714781b1fad\n"
// expect: output "00000000000000000001a52125b2c98c\n"
// expect: output "19999999999999999999999999999999\n"
// expect: output "00000000000000000000000000000005\n"
// expect: output "fffffffffffffffe0000000000000000\n"
// expect: output "00000000000000007fffffffffffffff\n"
// expect: output "ffffffffffffffffffffffffffffffff\n"
// expect: output "fffffffffffff1111111111112000000\n"
// expect: output "0 1 0\n"
// expect: output "6.72163e+33 -2.10168e+15\n"
// expect: output "00000000000845951614014880000000\n"
// expect: output "fffffffffff7ba6ae9ebfeb780000000\n"
// expect: output "000000000000000821ab100000000000\n"
// expect: output "000000000000000000000000000000ff\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
static void show(u128 x) { printf("%016lx%016lx\n", (unsigned long)(x >> 64), (unsigned long)x); }

int main(void) {
  volatile i128 a = 0x123456789abcdefL, b = -0x7777777777777L;
  volatile u128 u = ~(u128)0;
  volatile int n = 65;
  show((u128)(a * b));
  show((u128)(a * a / b));
  show((u128)(a * a % b));
  show(u / 10);
  show(u % 10);
  show(u << n);
  show(u >> n);
  show((u128)(b >> n));
  show((u128)b << (n - 40));
  printf("%d %d %d\n", a < b, u > (u128)a, (int)(a == b));
  printf("%g %g\n", (double)(a * a), (double)b);
  volatile double d = 1e25;
  show((u128)(i128)d);
  show((u128)(i128)-d);
  volatile float f = 1.5e20f;
  show((u128)f);
  show((u128)(unsigned char)u);
  return 0;
}
