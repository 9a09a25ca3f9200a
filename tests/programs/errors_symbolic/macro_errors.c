// Two errors of one kind in one use of a macro are two.
// run: --opt 0
// run: --opt 1
// expect: paths 3
#include "klee/klee.h"

#define SUM(a, i, b, j) ((a)[i] + (b)[j])

static int sum(const int *a, unsigned i, const int *b, unsigned j) {
  // expect: error out-of-bounds line +2
  // expect: error out-of-bounds line +1
  return SUM(a, i, b, j);
}

int main(void) {
  int first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
  unsigned char input;
  klee_make_symbolic(&input, 1, "input");
  return sum(first, input & 7, second, input >> 5) == 100;
}
