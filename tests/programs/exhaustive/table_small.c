// A read of a small table at a symbolic place.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static const signed char steps[8] = {1, 2, -1, 4, 0, -3, 7, 2};

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int first = steps[in & 7], second = steps[in >> 3 & 7];
  if (first < 0) return 1;
  if (first + second == 6) return 2;
  if (first == second) {
    assert(first != 4 || (in & 7) == 3);
    return 3;
  }
  return second > 3 ? 4 : 5;
}
