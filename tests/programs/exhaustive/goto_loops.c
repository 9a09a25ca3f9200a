// Loops and exits made of goto.
// run: --opt 0
// expect: exhaustive
// expect: paths 163
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int steps = 0;
again:
  if (x == 0) goto done;
  if (x & 1) goto odd;
  x >>= 1;
  steps++;
  goto again;
odd:
  x--;
  steps += 10;
  if (steps > 40) goto fail;
  goto again;
fail:
  return 99;
done:
  assert(steps <= 47);
  return steps;
}
