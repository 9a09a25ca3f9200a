// Loops within loops, with bounds of the input.
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
  unsigned char rows, columns;
  klee_make_symbolic(&rows, sizeof rows, "rows");
  klee_make_symbolic(&columns, sizeof columns, "columns");
  klee_assume(rows <= 4);
  klee_assume(columns <= 4);
  int cells = 0, grid[4][4] = {0};
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < columns; k++) {
      if (i == k) continue;
      grid[i][k] = ++cells;
    }
  }
  int least = rows < columns ? rows : columns;
  assert(cells == rows * columns - least);
  // expect: error assertion line +1
  assert(grid[3][2] != 12);
  return cells;
}
