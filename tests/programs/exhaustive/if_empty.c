// Branches whose ways do the same need not be paths of their own.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char c, d;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  int n = 0;
  if (c == 7) {
  }
  if (c > 9) {
    if (d > 9) {
    } else {
    }
  } else {
    n = d > 20 && c > 3;
  }
  while (c++ > 250) {
    if (d == 1) continue;
    if (d == 2) break;
  }
  return n;
}
