// Rounding modes and the flags of floating-point exceptions.
// run: --opt 0
// run: --opt 1
// expect: unexplored model-simplification
#include <fenv.h>
int main(void) {
  volatile double one = 1.0, three = 3.0;
  fesetround(FE_UPWARD);
  double up = one / three;
  fesetround(FE_DOWNWARD);
  if (up != one / three)
    return 1;  // behind
  if (fetestexcept(FE_INEXACT))
    return 2;  // behind
  return 0;
}
