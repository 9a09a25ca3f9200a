// Doubles converted back to integers.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  double celsius = in - 100;
  int fahrenheit = (int)(celsius * 1.8 + 32.0);
  if (fahrenheit == 212) {
    assert(in == 200);
    return 1;
  }
  if (fahrenheit < 0) return 2;
  return fahrenheit > 100 ? 3 : 4;
}
