// Functions of numbers and characters, with concrete arguments: nothing is lost.
// run: --libc=none --external=concretise
// run: --libc=none --external=concretise --opt 2 --verify-replay
// expect: exhaustive
// expect: paths 1
// expect: output "7 8 9\n"
// expect: output "A b 1 0\n"
// expect: output "-3 -2\n"
// expect: output "0.48 0.52 3.25\n"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile int minus = -7;
  volatile double half = 0.5;
  volatile float single = 0.5f;
  volatile long double wide = -3.25L;
  printf("%d %ld %lld\n", abs(minus), labs(minus - 1L), llabs(minus - 2LL));
  printf("%c %c %d %d\n", (toupper)('a'), (tolower)('B'), (isdigit)('4') != 0, (isdigit)('x') != 0);
  div_t parts = div(minus * 2 - 3, 5);
  printf("%d %d\n", parts.quot, parts.rem);
  printf("%.2f %.2f %.2f\n", asinh(half), (double)erff(single), (double)copysignl(wide, 1));
  return 0;
}
