// Fallthrough between cases, with a default in the middle.
// run: --opt 0
// expect: exhaustive
// expect: paths 9
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int n = 0;
  switch (c & 7) {
    case 5: n += 1;
    case 3: n += 10; break;
    default: n += 100;
    case 0: n += 1000;
    case 1:
      n += 10000;
      if (c > 128) break;
    case 7: n += 100000;
  }
  assert(n >= 10);
  return n > 100000;
}
