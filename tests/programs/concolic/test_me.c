// The first example of concolic testing: a random input goes past the error, two branches changed come to it.
// run: --mode=concolic --search=dfs --first=x=22,y=7 --opt 0 --jobs 1
// expect: paths 3
// expect: exhaustive
// run: --mode=concolic --first=random --opt 0
// run: --mode=concolic
// expect: exhaustive
#include <assert.h>
#include <klee/klee.h>

static int foo(int v) { return 2 * v; }

static void test_me(int x, int y) {
  int z = foo(y);
  if (z == x)
    // expect: error assertion line +1
    if (x > y + 10) assert(0);
}

int main(void) {
  int x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  test_me(x, y);
  return 0;
}
