// A function chosen by branches and passed on.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int twice(int x) { return 2 * x; }
static int squared(int x) { return x * x; }
static int apply(int (*f)(int), int times, int x) {
  while (times-- > 0) x = f(x);
  return x;
}

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int (*f)(int) = twice;
  if (in & 1) f = squared;
  int result = apply(f, in >> 1 & 3, 2);
  if (f == twice) assert(result == 2 << (in >> 1 & 3));
  else assert(result >= 2);
  return result == 16;
}
