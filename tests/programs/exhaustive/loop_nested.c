// Two nested loops with symbolic bounds; the inner one depends on the outer one.
// run: --opt 0
// expect: exhaustive
// expect: paths 31
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  int rows = klee_range(0, 6, "rows");
  int columns = klee_range(0, 6, "columns");
  int cells = 0, below = 0;
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < columns; k++) {
      cells++;
      if (k < i) below++;
    }
  }
  assert(cells == rows * columns);
  assert(below <= cells);
  return below;
}
