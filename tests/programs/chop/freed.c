// A skipped function frees: a store to what it may have freed needs it, as a load does.
// run: --opt 0 --chop release
// run: --opt 1 --chop release
// expect: skipped 1 recovered 1
#include <stdlib.h>

#include "klee/klee.h"

static void release(int *p, int k) {
  if (k == 3) free(p);
}

int main(void) {
  int k, *p = malloc(sizeof *p);
  if (!p) return 1;
  klee_make_symbolic(&k, sizeof k, "k");
  release(p, k);
  // expect: error use-after-free line +1
  *p = 1;
  return 0;
}
