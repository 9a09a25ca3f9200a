// And, or and not, as conditions and as values.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int both = a && b, either = a || b, neither = !either;
  assert(both + neither <= 1);
  if ((a > 10 && b > 10) || (a == 0 && !(b == 1 || b == 2))) return 1;
  if (!(a & 1) != !(b & 1)) return 2;
  return (a > b) + (a == b) * 2;
}
