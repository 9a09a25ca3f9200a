// The hash cannot be inverted, but y keeps its value, and x becomes the hash of it. The other side of the second branch is given up: with y = 7
// there is no such x.
// run: --mode=concolic --search=dfs --first=x=22,y=7 --opt 0 --solver-time 100ms --jobs 1
// run: --mode=concolic --search=dfs --first=x=22,y=7 --opt 0 --solver-time 100ms --jobs 1 --without-layer reuse,repair
// expect: paths 2
// expect: not exhaustive
#include <assert.h>
#include <klee/klee.h>
#include "hash.h"

int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned z = secure_hash(y);
  if (z == x)
    // expect: error assertion line +1
    if (x > y + 10) assert(0);
  return 0;
}
