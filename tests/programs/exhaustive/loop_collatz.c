// A do-while loop whose length depends on the value in an irregular way.
// run: --opt 0
// expect: exhaustive
// expect: paths 39
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned n = (unsigned)klee_range(1, 40, "n");
  int steps = 0;
  do {
    if (n % 2) n = 3 * n + 1;
    else n /= 2;
    steps++;
  } while (n != 1 && steps < 12);
  assert(steps <= 12);
  return steps;
}
