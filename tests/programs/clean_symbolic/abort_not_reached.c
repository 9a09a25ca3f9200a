// abort behind a condition that no input fulfils.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int square = c * c;
  if (square % 4 == 2) abort();
  if (square == 50) klee_report_error(__FILE__, __LINE__, "no number", "never");
  return square % 16 == 9;
}
