// The same name twice: two objects.
// run: --opt 0
// expect: exhaustive
// expect: paths 2
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, sizeof a, "x");
  klee_make_symbolic(&b, sizeof b, "x");
  if (a == b) return 1;
  return a > b ? 2 : 3;
}
