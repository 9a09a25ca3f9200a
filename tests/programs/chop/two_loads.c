// What a recovery decides holds for what comes later: both loads see the same path of f, which is recovered once.
// run: --opt 0 --chop f
// run: --opt 1 --chop f
// expect: skipped 1 recovered 1
// expect: paths 2
// expect: exhaustive
// run: --opt 0 --chop f --chop-slice=always
// run: --opt 1 --chop f --chop-slice=always
// expect: skipped 1 recovered 3 sliced 3
// expect: paths 2
#include <assert.h>

#include "klee/klee.h"

struct point {
  int x, y;
};

static void f(struct point *p, int k) {
  if (k > 0) {
    p->x = 1;
    p->y = 1;
  }
}

int main(void) {
  struct point p = {0, 0};
  int k;
  klee_make_symbolic(&k, sizeof k, "k");
  f(&p, k);
  int x = p.x ? 1 : 0;
  int y = p.y ? 1 : 0;
  assert(x == y);
  return x;
}
