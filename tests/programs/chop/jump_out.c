// A skipped function leaves by longjmp: then what came behind the call never was.
// run: --opt 0 --chop leave
// run: --opt 1 --chop leave
// expect: skipped 1 recovered 1
#include <assert.h>
#include <setjmp.h>

#include "klee/klee.h"

static jmp_buf place;
static int state;
static void leave(int k) {
  state = 1;
  if (k == 4) longjmp(place, 2);
}

int main(void) {
  int k;
  klee_make_symbolic(&k, sizeof k, "k");
  if (setjmp(place)) {
    assert(k == 4 && state == 1);
    return 2;
  }
  leave(k);
  if (state) assert(k != 4);
  return 1;
}
