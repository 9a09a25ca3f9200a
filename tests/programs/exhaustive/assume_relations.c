// Assumptions that relate inputs, before and after branches.
// run: --opt 0
// expect: exhaustive
// expect: paths 2
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a < b);
  if (a > 100) {
    klee_assume(b != 200);
    assert(b > 101);
    if (b == 200) return 1;  // never
    return b > 200 ? 2 : 3;
  }
  klee_assume((unsigned)(a + b) < 120);
  if (b > 119) return 4;  // never
  return a + b == 119 ? 5 : 6;
}
