// A pointer that is inside on one side and outside on the other, followed behind the join.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int numbers[4] = {1, 2, 3, 4}, *p;
  if (c > 99)
    p = numbers + 1;
  else
    p = numbers + 4;
  int x = c;
  // expect: error out-of-bounds line +1
  x += *p;
  return x;
}
