// Addresses of locals go down the stack, never up.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static void set(int *where, int value) { *where = value; }
static int *pick(int *a, int *b, int first) { return first ? a : b; }

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int a = 0, b = 0;
  set(pick(&a, &b, c > 10), c);
  return c > 10 ? b : a;
}
