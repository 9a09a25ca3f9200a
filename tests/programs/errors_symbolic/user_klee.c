// An error that the program reports itself.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error user line 11
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  if ((c ^ 0x5a) == 0x3c) klee_report_error(__FILE__, __LINE__, "the forbidden byte", "user");
  return 0;
}
