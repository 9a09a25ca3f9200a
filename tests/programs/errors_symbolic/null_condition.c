// A null pointer is followed if the input says so.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 13
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int x = 5, *volatile p = &x;
  if (c == 77) p = 0;
  return *p;
}
