// An index that differs behind the join writes to an array.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c, d;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  unsigned char cells[5] = {0};
  int at = 0;
  if (c < 100) at = 2;
  else if (c < 200) at = d & 3;
  cells[at] = d | 1;
  int filled = 0;
  for (int i = 0; i < 5; i++) filled += cells[i] != 0;
  assert(filled == 1 && cells[4] == 0);
  // expect: error out-of-bounds line +1
  cells[at + (d == 7 && c == 150) * 3] = 1;
  return cells[0] == 1;
}
