// What was decided since the call guides its recovery: with k > 0, f cannot have written y.
// run: --opt 0 --chop f
// run: --opt 1 --chop f
// expect: skipped 1 recovered 1
// expect: paths 2
#include <assert.h>

#include "klee/klee.h"

struct point {
  int x, y, z;
};

static void f(struct point *p, int k) {
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
  if (k > 0) {
    if (p.y) assert(0);
    return 1;
  }
  return j > 0 ? 2 : 0;
}
