// A recovery that reads what a call skipped before it left: f2 needs f1. What f1 left is read once more, and not recovered again.
// run: --opt 0 --chop f1,f2
// run: --opt 1 --chop f1,f2
// expect: skipped 2 recovered 2
// expect: paths 1
// expect: exhaustive
// run: --opt 0 --chop f1,f2 --chop-slice=always
// run: --opt 1 --chop f1,f2 --chop-slice=always
// expect: skipped 2 recovered 2 sliced 2
// expect: paths 1
#include <assert.h>

#include "klee/klee.h"

struct point {
  int x, y;
};

static void f1(struct point *p, int k) { p->y = k; }
static void f2(struct point *p) {
  if (p->y == 7) p->x = 1;
}

int main(void) {
  struct point p = {0, 0};
  f1(&p, 7);
  f2(&p);
  assert(p.x == 1);
  assert(p.y == 7);
  return 0;
}
