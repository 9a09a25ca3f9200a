// Without forks a path follows its model; the rest is given up, and said so.
// run: --opt 0
// expect: not exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_set_forking(0);
  if (x > 100) return 1;
  klee_set_forking(1);
  if (x > 50) return 2;
  return 0;
}
