// bswap, ctz, clz, popcount, parity, ffs, bitreverse, rotate, at every width.
// expect: output "78563412 f0debc9a78563412 3412\n"
// expect: output "3 3 4 3\n"
// expect: output "13 32 1\n"
// expect: output "0 4 5\n"
// expect: output "c8 2c48 1e6a2c48 f7b3d591e6a2c48\n"
// expect: output "98 a091 8acf0246 789abcdef0123456\n"
// expect: output "28 49\n"
// expect: output "7 2\n"
// expect: output "99 3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  volatile unsigned u = 0x12345678;
  volatile unsigned long l = 0x123456789abcdef0ul;
  volatile unsigned short s = 0x1234;
  volatile unsigned char c = 0x13;
  printf("%x %lx %x\n", __builtin_bswap32(u), __builtin_bswap64(l), __builtin_bswap16(s));
  printf("%d %d %d %d\n", __builtin_ctz(u), __builtin_clz(u), __builtin_ctzl(l), __builtin_clzl(l));
  printf("%d %d %d\n", __builtin_popcount(u), __builtin_popcountl(l), __builtin_parity(u));
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffs(u), __builtin_ffsl(l));
  printf("%x %x %x %lx\n", __builtin_bitreverse8(c), __builtin_bitreverse16(s), __builtin_bitreverse32(u), __builtin_bitreverse64(l));
  printf("%x %x %x %lx\n", __builtin_rotateleft8(c, 3), __builtin_rotateright16(s, 5), __builtin_rotateleft32(u, 13), __builtin_rotateright64(l, 40));
  printf("%d %d\n", __builtin_clrsb(-5), __builtin_clrsbl(12345));
  printf("%d %d\n", __builtin_clzg((unsigned char)1), __builtin_ctzg(s));
  printf("%d %d\n", __builtin_clzg((unsigned)0, 99), __builtin_popcountg(c));
  return 0;
}
