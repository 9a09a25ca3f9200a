// Depth first from x = 1: the inputs are 1, 9, 7 and 5, in four runs (tests/check_concolic looks at the inputs).
// run: --mode=concolic --search=dfs --first=x=1 --jobs 1
// run: --mode=concolic
// expect: paths 4
// expect: exhaustive
#include <klee/klee.h>

static int test_me(int x) {
  int A[] = {5, 7, 9};
  int i = 0;
  while (i < 3) {
    if (A[i] == x) break;
    i++;
  }
  return i;
}

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  return test_me(x);
}
