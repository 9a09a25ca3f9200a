// Rounding is to the nearest, and no exception flags are kept: a program that changes or asks for that is
// told so. Within the library, whose functions look whether what they do is exact, flags are clear.
#include <fenv.h>

void bonsai_note(const char* text);

int __no_exceptions(int mask) { return 0; }

int fetestexcept(int mask) {
  if (mask) bonsai_note("floating-point exceptions have no model: no flag is ever set");
  return 0;
}

int feclearexcept(int mask) { return 0; }
int feraiseexcept(int mask) { return 0; }
int fegetround(void) { return FE_TONEAREST; }

int __fesetround(int mode) {
  if (mode != FE_TONEAREST) bonsai_note("rounding modes have no model: rounding stays to the nearest");
  return 0;
}

int fegetenv(fenv_t* environment) { return 0; }
int fesetenv(const fenv_t* environment) { return 0; }
