// A portion of a function is skipped: lines with one entry and one exit. What it leaves in locals and globals is recovered.
// run: --opt 0 --chop portion.c:17-24
// run: --opt 1 --chop portion.c:17-24
// expect: skipped 1 recovered 1
// expect: not exhaustive
#include <assert.h>

#include "klee/klee.h"

int total, seen;

int main(void) {
  int n, j;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&j, sizeof j, "j");
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (n > i) {
      sum += i;
      total += n;
    } else {
      seen = 1;
    }
  }
  // expect: error assertion line +1
  if (j == 7) assert(sum != 3);
  return 0;
}
