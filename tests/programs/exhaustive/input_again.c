// An object made symbolic again gets new values; what was copied from it stays.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned char old = x;
  if (x > 200) return 1;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(old <= 200);
  if (x > 200) return 2;
  return x == old ? 3 : 4;
}
