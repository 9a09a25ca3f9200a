// The result of a skipped call is stored, passed and returned without being needed; a decision needs it.
// run: --opt 0 --chop pick
// expect: skipped 2 recovered 1
// expect: paths 3
// run: --opt 1 --chop pick
// expect: skipped 2 recovered 1
// expect: paths 2
#include <assert.h>

#include "klee/klee.h"

static int pick(int k) { return k > 5 ? 2 : 1; }
static int pass(int v) { return v; }
static int kept;

int main(void) {
  int k;
  klee_make_symbolic(&k, sizeof k, "k");
  int r = pass(pick(k));
  kept = r;
  int unused = pick(k + 1);
  (void)unused;
  if (k == 100) return 3;
  if (kept == 2) {
    assert(k > 5);
    return 2;
  }
  return 1;
}
