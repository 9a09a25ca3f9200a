// A pointer to one of two globals, without a branch.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int a = 1, b = 2;

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int *p = c > 100 ? &a : &b;
  *p += 10;
  if (a == 11) {
    assert(c > 100 && b == 2);
    return 1;
  }
  assert(b == 12);
  return *p == 12 ? 2 : 3;
}
