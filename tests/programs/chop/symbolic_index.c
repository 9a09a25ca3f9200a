// A load at a symbolic index needs all that was skipped of the array; a store there does, too.
// run: --opt 0 --chop fill
// run: --opt 1 --chop fill
// expect: skipped 2 recovered 2
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int table[4], other[4];
static void fill(int *to, int by) {
  for (int i = 0; i < 4; i++) to[i] = i * by;
}

int main(void) {
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 4);
  fill(table, 10);
  fill(other, 7);
  assert(table[i] == (int)i * 10);
  other[i] = 1;
  int sum = 0;
  for (int j = 0; j < 4; j++) sum += other[j];
  assert(sum == 42 - 7 * (int)i + 1);
  return 0;
}
