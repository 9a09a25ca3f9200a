// A path that ends with a skipped call that nobody needed.
// run: --chop=f --opt 0
// expect: not exhaustive
// expect: unexplored skipped-call
#include <klee/klee.h>
int a;
static void f(int x) {
  if (x == 3) a = 1;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  f(x);
  return 0;
}
