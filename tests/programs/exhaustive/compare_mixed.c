// Comparisons between signed and unsigned operands.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  signed char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  int a = in[0];
  unsigned b = (unsigned)in[1];
  short c = in[1];
  if ((unsigned)a < b) {
    if (a > c) {
      assert(c < 0);
      return 1;
    }
    return a < 0 ? 2 : 3;
  }
  if (a < c) {
    assert(a < 0 && c >= 0);
    return 4;
  }
  return (long)a > (long)b ? 5 : 6;
}
