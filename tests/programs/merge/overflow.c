// A sum that overflows for one side's values only.
// run: --check=overflow --merge=off --opt 0
// run: --check=overflow --merge=auto --opt 0
// run: --check=overflow --merge=always --opt 0
// run: --check=overflow --merge=always --merge-max-differences 1000000 --opt 0
// run: --check=overflow --merge=auto --opt 1
// run: --check=overflow --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <limits.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int x = 5;
  if (c > 30)
    x = INT_MAX - 100;
  else if (c > 10)
    x = INT_MIN;
  // expect: error signed-overflow line +1
  int y = x + c;
  return y > 0;
}
