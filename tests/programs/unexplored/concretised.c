// What is fixed to one value has others.
// run: --opt 0
// expect: not exhaustive
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  // expect: unexplored concretised-value
  long double y = (long double)x * 3;
  if (y == 21)
    return 2;  // behind
  return 1;
}
