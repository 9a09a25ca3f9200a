// A pointer that a branch chose; writes through it are seen in the object.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int a = 1, b = 2;
  int *p = c > 100 ? &a : &b, *q = &a;
  *p += 10;
  if (p == q) {
    assert(a == 11 && b == 2);
    return 1;
  }
  if (c == 50) q = p;
  *q = 7;
  assert(c == 50 ? a == 1 && b == 7 : a == 7 && b == 12);
  return 2;
}
