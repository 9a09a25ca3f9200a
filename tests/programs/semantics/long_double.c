// long double (x86_fp80): precision beyond double, conversions, storage.
// expect: output "0\n"
// expect: output "0.33333333333333331\n"
// expect: output "1.8512752095189988e-17\n"
// expect: output "18446744073709551615 0\n"
// expect: output "-9223372036854775807\n"
// expect: output "abaaaaaaaaaaaaaafd3f 16\n"
// expect: output "1e+60 1\n"
// expect: output "3 1\n"
// expect: output "0.20000000298023224\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <string.h>

int main(void) {
  volatile long double a = 1.0L, b = 3.0L;
  long double third = a / b;
  printf("%d\n", third == (double)third);
  printf("%.17g\n", (double)third);
  printf("%.17g\n", (double)(third - (double)third));
  volatile unsigned long big = 18446744073709551615ul;
  long double exact = big;
  printf("%lu %d\n", (unsigned long)exact, exact + 1 == exact);
  volatile long l = -9223372036854775807L;
  printf("%ld\n", (long)(long double)l);
  unsigned char bytes[16];
  memset(bytes, 0, 16);
  memcpy(bytes, (void *)&third, 10);
  for (int i = 0; i < 10; i++) printf("%02x", bytes[i]);
  printf(" %d\n", (int)sizeof third);
  long double table[3] = {1.5L, -2.25L, 1e30L};
  long double sum = 0;
  for (int i = 0; i < 3; i++) sum += table[i] * table[i];
  printf("%g %d\n", (double)sum, sum > 1e59L);
  printf("%d %d\n", (int)(third * 10), -third < 0);
  volatile float f = 0.1f;
  printf("%.17g\n", (double)(f * (a + a)));
  return 0;
}
