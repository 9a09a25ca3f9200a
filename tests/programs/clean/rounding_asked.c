// Functions of the library that look at floating-point exceptions do not change what is explored.
// run: --opt 0
// run: --opt 1
// expect: no errors
// expect: exhaustive
// expect: output "2 2 6\n"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
int main(void) {
  if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST)) return 1;
  printf("%g %ld %g\n", nearbyint(2.5), lrint(1.5), fma(1.5, 2, 3));
  return 0;
}
