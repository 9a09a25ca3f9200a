// A run that another limit stops.
// run: --max-paths 1 --opt 0 --jobs 1
// run: --max-instructions 1 --opt 0 --jobs 1
// expect: not exhaustive
// expect: unexplored stopped
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 1) return 2;
  if (x == 3) return 3;
  return 4;
}
