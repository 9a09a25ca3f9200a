// An exception that nobody catches, for one input.
// native: no line, the driver ends the run
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error abort
#include "klee/klee.h"

static __attribute__((noinline)) int check(unsigned char c) {
  if (c > 10) return c;
  if (c == 3) throw 2.5;
  throw 1; // caught
}

int main() {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  try {
    return check(c);
  } catch (int) {
    return 1;
  }
}
