// One call of a function alone is skipped.
// run: --opt 0 --chop set@call_site.c:15
// run: --opt 1 --chop set@call_site.c:15
// expect: skipped 1 recovered 0
// expect: paths 1
#include <assert.h>

static int a, b;
static void set(int *p, int v) {
  *p = v;
}

int main(void) {
  set(&a, 1);
  set(&b, 2);
  a = b = 5;
  return 0;
}
