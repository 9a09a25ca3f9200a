// A local static that is made on first use.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int made;

struct Table {
  int cells[4];
  Table() {
    made++;
    for (int i = 0; i < 4; i++) cells[i] = i * 3;
  }
  ~Table() { made--; }
};
static const Table &table() {
  static Table only;
  return only;
}

int main() {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int sum = 0;
  if (in & 1) sum += table().cells[in >> 6];
  if (in & 2) sum += table().cells[2];
  assert(made == ((in & 3) != 0));
  return sum == 9 ? 1 : 0;
}
