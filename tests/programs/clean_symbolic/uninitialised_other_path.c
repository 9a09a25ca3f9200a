// A local that is used only where it was set.
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int x, set = 0;
  if (c > 100) {
    x = c;
    set = 1;
  }
  if (set && x == 150) return 1;
  return 0;
}
