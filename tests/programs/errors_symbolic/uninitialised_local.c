// A local that some inputs leave unset decides a branch.
// native: msan
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: error uninitialised line 16
#include <stdio.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int x;
  volatile int *keep = &x;
  if (c > 3) *keep = c;
  if (*keep > 100) puts("large");
  return 0;
}
