// abort on a condition.
// native: no line, the driver ends the run
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error abort line 14
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  if (c / 10 == 9 && c % 10 == 3) abort();
  return 0;
}
