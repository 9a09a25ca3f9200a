// Conditions of several parts: the sides of each join at once.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  int x = (a > 10 && b > 10) || (c > 10 && a < 5);
  int y = (a > b || b > c || c > a) ? 1 : 2;
  assert(y == 1 || (a == b && b == c));
  // expect: error assertion line +1
  assert(x || y == 1 || a != 10);
  return x + y;
}
