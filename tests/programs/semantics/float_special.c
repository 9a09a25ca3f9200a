// NaN, infinities, signed zero, denormals: arithmetic, comparison, classification, sign.
// expect: output "8000000000000000 8000000000000000\n"
// expect: output "1 0 1\n"
// expect: output "0 0 1 1\n"
// expect: output "7ff0000000000000 fff0000000000000\n"
// expect: output "1 1 1\n"
// expect: output "1 0 3\n"
// expect: output "4.94066e-324 1\n"
// expect: output "1 0\n"
// expect: output "c008000000000000\n"
// expect: output "1 7f800000 80000000\n"
// expect: output "0 1 1\n"
// expect: output "inf -inf\n"
// expect: output "7ff8000000001234 fff8000000001234\n"
// expect: output "1 0 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t bits(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }
static uint32_t fbits(float f) { uint32_t u; memcpy(&u, &f, 4); return u; }

int main(void) {
  volatile double zero = 0.0, one = 1.0, inf = __builtin_inf(), nan = __builtin_nan(""), tiny = 4.9406564584124654e-324;
  printf("%lx %lx\n", bits(-zero), bits(zero * -one));
  printf("%d %d %d\n", zero == -zero, nan == nan, nan != nan);
  printf("%d %d %d %d\n", nan < one, nan > one, !(nan < one), inf > 1e308);
  printf("%lx %lx\n", bits(inf), bits(-inf));
  printf("%d %d %d\n", __builtin_isnan(inf - inf), __builtin_isinf(inf + one), __builtin_isnan(zero * inf));
  printf("%lx %lx %lx\n", bits(tiny), bits(tiny / 2), bits(tiny * 3));
  printf("%g %d\n", tiny, tiny > 0);
  printf("%d %d\n", __builtin_signbit(-zero) != 0, __builtin_signbit(zero) != 0);
  printf("%lx\n", bits(__builtin_copysign(3.0, -zero)));
  volatile float ftiny = 1e-45f, fmax = 3.4e38f;
  printf("%x %x %x\n", fbits(ftiny), fbits(fmax * 10), fbits(-ftiny / 2));
  printf("%d %d %d\n", __builtin_isless(nan, one), __builtin_isunordered(nan, one), __builtin_islessgreater(one, inf));
  printf("%g %g\n", inf, -inf);
  volatile uint64_t payload = 0x7ff8000000001234ul;
  double p;
  memcpy(&p, (void *)&payload, 8);
  double q = -p;
  printf("%lx %lx\n", bits(p), bits(q));
  printf("%d %d %d\n", __builtin_isfinite(one), __builtin_isnormal(tiny), __builtin_isnormal(one));
  return 0;
}
