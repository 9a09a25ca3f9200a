// The last writer wins, in whatever order calls are recovered; a store of the path itself hides what was skipped before it.
// run: --opt 0 --chop first,second
// run: --opt 1 --chop first,second
// expect: skipped 5 recovered 2
// expect: paths 1
#include <assert.h>

#include "klee/klee.h"

static int a, b, c;
static void first(int v) {
  a = v;
  b = v;
}
static void second(int v) { a = v; }

int main(void) {
  first(1);
  second(0);
  assert(a == 0);  // the newest alone
  assert(b == 1);  // the older one, which must not undo the newer
  assert(a == 0);
  first(5);
  second(6);
  a = 9;
  b = 8;
  assert(a == 9 && b == 8 && c == 0);
  c = a;
  first(3);
  return 0;
}
