// A function that calls itself from two places, as deep as the input says.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int depth(const unsigned char *p, int left) {
  if (left == 0) return 0;
  int below;
  if (*p < 50)
    return 1;
  else if (*p < 150)
    below = depth(p + 1, left - 1);
  else
    below = depth(p + 1, left - 1) + 1;
  return below + 1;
}

int main(void) {
  unsigned char bytes[4];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  int deep = depth(bytes, 4);
  assert(deep <= 8);
  // expect: error assertion line +1
  assert(deep != 8);
  return deep;
}
