// A sum that overflows for large inputs.
// run: --check=overflow --opt 0
// run: --check=overflow --opt 1
// run: --check=overflow --opt 2
// expect: error signed-overflow line 14
#include <limits.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  int big = INT_MAX - 200;
  big += n;
  return big == INT_MAX;
}
