// A skipped function that may exit: an error behind it counts only where it returns.
// run: --opt 0 --chop guard
// run: --opt 1 --chop guard
// expect: skipped 1
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

static void guard(int k) {
  if (k < 10) exit(3);
}

int main(void) {
  int k;
  klee_make_symbolic(&k, sizeof k, "k");
  guard(k);
  assert(k >= 10);
  // expect: error assertion line +1
  if (k == 20) assert(0);
  return 0;
}
