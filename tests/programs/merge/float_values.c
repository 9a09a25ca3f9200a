// Numbers with a point that differ between sides.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  double x = 0.5;
  float y;
  if (c < 100)
    y = 1.25f;
  else if (c < 200)
    y = -2.0f, x = 3.0;
  else
    y = 0.0f;
  double z = x + y;
  assert(z == 1.75 || z == 1.0 || z == 0.5);
  // expect: error assertion line +1
  assert(z >= 1.0);
  return (int)z;
}
