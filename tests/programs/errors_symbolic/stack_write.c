// A loop with a symbolic bound writes past a local array.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 9
#include "klee/klee.h"

static __attribute__((noinline)) void fill(char *to, int n) {
  for (int i = 0; i < n; i++) to[i] = (char)i;
}

int main(void) {
  int n = klee_range(0, 12, "n");
  char cells[10] = {0};
  fill(cells, n);
  return cells[5];
}
