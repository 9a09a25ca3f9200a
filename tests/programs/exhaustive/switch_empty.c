// Cases that do nothing are one way, with or without the default.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int n = 0;
  switch (c) {
    case 1: break;
    case 2: n = 5; break;
    case 3: break;
    case 4: goto end;
    default: break;
  }
  if (c > 100) {
  } else {
    n++;
  }
end:
  return n;
}
