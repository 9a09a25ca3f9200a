// One value of four billion: random inputs never find it.
// run: --mode=concolic --first=random --seed 3
// expect: paths 2
// expect: exhaustive
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  // expect: error assertion line +1
  if (x == 94389) assert(0);
  return 0;
}
