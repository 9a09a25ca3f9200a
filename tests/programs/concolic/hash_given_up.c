// Two inputs with the same hash: whichever keeps its value, the other hash is left. Given up, and counted.
// run: --mode=concolic --search=dfs --first=x=22,y=7 --opt 0 --solver-time 1s --jobs 1
// expect: paths 2
// expect: not exhaustive
#include <assert.h>
#include <klee/klee.h>
#include "hash.h"

int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x != y)
    if (secure_hash(x) == secure_hash(y)) assert(0);
  return 0;
}
