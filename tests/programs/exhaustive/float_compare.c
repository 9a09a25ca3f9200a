// A float made of a byte, compared with constants.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  signed char in;
  klee_make_symbolic(&in, sizeof in, "in");
  float x = in * 0.5f;
  if (x == 12.5f) {
    assert(in == 25);
    return 1;
  }
  if (x > 60.0f) {
    assert(in > 120);
    return 2;
  }
  if (x < -0.25f) return 3;
  return x == 0.0f ? 4 : 5;
}
