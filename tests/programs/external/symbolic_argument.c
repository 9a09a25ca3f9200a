// A symbolic argument is fixed to one value: what follows is not everything.
// run: --libc=none --external=concretise
// run: --libc=none --external=concretise --verify-replay
// expect: not exhaustive
// expect: paths 1
// expect: no errors
#include <ctype.h>

#include "klee/klee.h"

int main(void) {
  int x = klee_int("x");
  klee_assume(x >= 'a');
  klee_assume(x <= 'z');
  int y = (toupper)(x);
  // The path's value of x is the one that was passed.
  klee_assert(y == x - 'a' + 'A');
  klee_assert(!klee_is_symbolic(y));
  return 0;
}
