// Complex arithmetic.
// expect: output "4.5 -1.5 -1.5 -2.5\n"
// expect: output "2 2 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  volatile double re = 1.5, im = -2.0;
  double _Complex z = re + im * 1.0i, w = 3.0 + 0.5i;
  double _Complex s = z + w, p = z - w;
  printf("%g %g %g %g\n", __real__ s, __imag__ s, __real__ p, __imag__ p);
  float _Complex f = 1.0f + 2.0if;
  f += 1.0f;
  printf("%g %g %d\n", __real__ f, __imag__ f, z == w);
  return 0;
}
