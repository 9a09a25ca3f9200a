// Overflow builtins of all kinds, at many widths and mixed.
// expect: output "1 -2147483648\n"
// expect: output "0 2147483646\n"
// expect: output "1 9223372036854775807\n"
// expect: output "1 -2\n"
// expect: output "1 1\n"
// expect: output "1 0\n"
// expect: output "1 1\n"
// expect: output "1 -9223372036854775808\n"
// expect: output "1 18446744073709551614\n"
// expect: output "1 -56\n"
// expect: output "0 200\n"
// expect: output "1 1\n"
// expect: output "0 9223372030412324865\n"
// expect: output "0 -1\n"
// expect: output "1 -48\n"
// expect: output "5 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <limits.h>
#include <stdio.h>

int main(void) {
  volatile int i = INT_MAX;
  volatile unsigned u = UINT_MAX;
  volatile long l = LONG_MIN;
  volatile unsigned long ul = ULONG_MAX;
  volatile signed char c = 100;
  int ri;
  unsigned ru;
  long rl;
  unsigned long rul;
  signed char rc;
  unsigned char ruc;
  short rs;
  printf("%d", __builtin_add_overflow(i, 1, &ri)); printf(" %d\n", ri);
  printf("%d", __builtin_sadd_overflow(i, -1, &ri)); printf(" %d\n", ri);
  printf("%d", __builtin_sub_overflow(l, 1, &rl)); printf(" %ld\n", rl);
  printf("%d", __builtin_mul_overflow(i, 2, &ri)); printf(" %d\n", ri);
  printf("%d", __builtin_umul_overflow(u, u, &ru)); printf(" %u\n", ru);
  printf("%d", __builtin_uadd_overflow(u, 1, &ru)); printf(" %u\n", ru);
  printf("%d", __builtin_usub_overflow(0, u, &ru)); printf(" %u\n", ru);
  printf("%d", __builtin_mul_overflow(l, -1, &rl)); printf(" %ld\n", rl);
  printf("%d", __builtin_umull_overflow(ul, 2, &rul)); printf(" %lu\n", rul);
  printf("%d", __builtin_add_overflow(c, c, &rc)); printf(" %d\n", rc);
  printf("%d", __builtin_add_overflow(c, c, &ruc)); printf(" %d\n", ruc);
  printf("%d", __builtin_mul_overflow(i, u, &rs)); printf(" %d\n", rs);
  printf("%d", __builtin_mul_overflow(i, u, &rl)); printf(" %ld\n", rl);
  printf("%d", __builtin_sub_overflow(0u, 1u, &rl)); printf(" %ld\n", rl);
  _BitInt(7) b;
  volatile _BitInt(7) x = 40;
  printf("%d", __builtin_add_overflow(x, x, &b)); printf(" %d\n", (int)b);
  unsigned carry;
  printf("%u", __builtin_addc(u, 5u, 1u, &carry)); printf(" %u\n", carry);
  return 0;
}
