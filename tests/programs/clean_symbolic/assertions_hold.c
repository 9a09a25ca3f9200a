// Assertions that hold on all inputs, some of them hard to see.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  assert((a ^ b) == ((a | b) & ~(a & b)));
  assert((a & b) + (a | b) == a + b);
  assert(a * a != 2 * (b * b) || (a == 0 && b == 0));
  unsigned average = (a & b) + ((a ^ b) >> 1);
  assert(average == (unsigned)(a + b) / 2);
  return 0;
}
