// The example of the paper: f is skipped, and what it writes is read on one side of a branch alone.
// run: --opt 0 --chop f
// run: --opt 1 --chop f
// expect: skipped 1 recovered 1
// expect: paths 5
// expect: not exhaustive
// What p.z and p.x depend on is no part of the slice for p.y.
// run: --opt 0 --chop f --chop-slice=always
// run: --opt 1 --chop f --chop-slice=always
// expect: skipped 1 recovered 1 sliced 1
// expect: paths 3
// expect: not exhaustive
#include <assert.h>

#include "klee/klee.h"

struct point {
  int x, y, z;
};

static void f(struct point *p, int k) {
  if (k % 2) p->z++;
  if (k > 0)
    p->x++;
  else
    p->y = 1;
}

int main(void) {
  struct point p = {0, 0, 0};
  int j, k;
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  f(&p, k);
  if (j > 0) {
    // expect: error assertion line +1
    if (p.y) assert(0);
  }
  return 0;
}
