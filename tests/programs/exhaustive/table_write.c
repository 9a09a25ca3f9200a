// A write at one symbolic place and a read at another.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in, cells[16];
  klee_make_symbolic(&in, sizeof in, "in");
  for (int i = 0; i < 16; i++) cells[i] = (unsigned char)i;
  unsigned to = in & 15, from = in >> 4;
  cells[to] = 99;
  if (cells[from] == 99) {
    assert(to == from);
    return 1;
  }
  assert(cells[from] == from);
  if (cells[3] == 99) return 2;
  return cells[from] > 7 ? 3 : 4;
}
