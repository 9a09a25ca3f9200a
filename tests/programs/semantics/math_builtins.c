// Rounding, square root, fma, minimum, maximum, absolute value.
// expect: output "2 3 2 2 2 3 2.5\n"
// expect: output "-3 -2 -2 -2 -2 -3 2.5\n"
// expect: output "3 4 3 4 4 4 3.5\n"
// expect: output "0 1 0 0 0 0 0.5\n"
// expect: output "-0 -0 -0 -0 -0 -0 0\n"
// expect: output "1e+300 1e+300 1e+300 1e+300 1e+300 1e+300 1e+300\n"
// expect: output "7 8 7 8 8 8 7.9999\n"
// expect: output "1.41421354 1.5811388300841898\n"
// expect: output "8.75 4.0999999\n"
// expect: output "1 2.5 2 1\n"
// expect: output "-2.5 2\n"
// expect: output "0.5 -4.25\n"
// expect: output "17 -4\n"
// expect: output "17.5 -4.25\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  volatile double v[] = {2.5, -2.5, 3.5, 0.49999999999999994, -0.0, 1e300, 7.9999};
  for (int i = 0; i < 7; i++) {
    double d = v[i];
    printf("%g %g %g %g %g %g %g\n", __builtin_floor(d), __builtin_ceil(d), __builtin_trunc(d), __builtin_rint(d),
           __builtin_nearbyint(d), __builtin_round(d), __builtin_fabs(d));
  }
  volatile float f = 2.0f;
  printf("%.9g %.17g\n", __builtin_sqrtf(f), __builtin_sqrt(v[0]));
  printf("%.17g %.9g\n", __builtin_fma(v[0], v[2], 1e-17), __builtin_fmaf(f, f, 0.1f));
  volatile double nan = __builtin_nan("");
  printf("%g %g %g %g\n", __builtin_fmin(1.0, v[0]), __builtin_fmax(v[1], v[0]), __builtin_fmin(nan, 2.0), __builtin_fmax(1.0, nan));
  printf("%g %g\n", __builtin_copysign(v[0], v[1]), __builtin_copysign(f, 1.0));
  volatile double x = 17.5, y = -4.25;
  printf("%g %g\n", __builtin_fmod(x, y), __builtin_fmod(y, x));
  printf("%g %g\n", __builtin_floor((float)x), __builtin_truncf((float)y));
  printf("%g %g\n", __builtin_elementwise_max(x, y), __builtin_elementwise_min(x, y));
  return 0;
}
