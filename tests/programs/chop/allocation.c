// A skipped function allocates, and what it allocated is read in two steps.
// run: --opt 0 --chop f
// run: --opt 1 --chop f
// expect: skipped 1 recovered 1
// expect: paths 1
// expect: exhaustive
// run: --opt 0 --chop f --chop-slice=always
// run: --opt 1 --chop f --chop-slice=always
// expect: skipped 1 recovered 2 sliced 2
// expect: paths 1
#include <assert.h>
#include <stdlib.h>

struct point {
  int x, y;
};
static struct point *p;

static void f(void) {
  p = malloc(sizeof(struct point));
  if (!p) exit(1);
  p->x = 0;
  p->y = 4;
}

int main(void) {
  f();
  struct point *q = malloc(sizeof(struct point));
  if (!q) return 1;
  q->x = 5;
  if (p) {
    assert(p != q);
    if (p->x) assert(0);
    p->x = 3;
  }
  assert(p->x == 3 && p->y == 4 && q->x == 5);
  free(p);
  free(q);
  return 0;
}
