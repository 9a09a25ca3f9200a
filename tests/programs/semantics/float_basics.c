// float and double arithmetic, conversions, comparison, constants.
// expect: output "3.0999999 -2.9000001 0.300000012 0.0333333351\n"
// expect: output "3.1000000000000001 -2.8999999999999999 0.30000000000000004 0.033333333333333333\n"
// expect: output "0.10000000149011612 0.100000001\n"
// expect: output "1 0 0\n"
// expect: output "-2 10 1000000000000000\n"
// expect: output "16777216 4294967295 4.2949673e+09 1.8446744073709552e+19 -9007199254740992\n"
// expect: output "18000000000000000000 3000000000\n"
// expect: output "1.79769e+308 1.17549e-38 2.220446e-16\n"
// expect: output "499.5\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <float.h>
#include <stdio.h>

int main(void) {
  volatile float f = 0.1f, g = 3.0f;
  volatile double d = 0.1, e = 3.0;
  printf("%.9g %.9g %.9g %.9g\n", f + g, f - g, f * g, f / g);
  printf("%.17g %.17g %.17g %.17g\n", d + e, d - e, d * e, d / e);
  printf("%.17g %.9g\n", (double)f, (float)d);
  printf("%d %d %d\n", f == (float)d, (double)f == d, f < d);
  printf("%d %d %ld\n", (int)-2.7, (int)(f * 100), (long)1e15);
  volatile int i = 16777217;
  volatile unsigned u = 4294967295u;
  volatile unsigned long ul = 18446744073709551615ul;
  volatile long l = -9007199254740993;
  printf("%.9g %.17g %.9g %.17g %.17g\n", (float)i, (double)u, (float)u, (double)ul, (double)l);
  volatile double big = 1.8e19;
  printf("%lu %u\n", (unsigned long)big, (unsigned)3e9);
  printf("%g %g %e\n", DBL_MAX, FLT_MIN, DBL_EPSILON);
  volatile double sum = 0;
  for (int k = 0; k < 1000; k++) sum += 0.001 * k;
  printf("%.17g\n", sum);
  return 0;
}
