// A product that overflows for a few inputs.
// run: --check=overflow --opt 0
// run: --check=overflow --opt 1
// run: --check=overflow --opt 2
// expect: error signed-overflow line 12
#include "klee/klee.h"

int main(void) {
  signed char a;
  klee_make_symbolic(&a, sizeof a, "a");
  int n = a * 0x10000;
  int product = n * (a + 1 > 127 ? 260 : 255);
  return product == 0x7f0000;
}
