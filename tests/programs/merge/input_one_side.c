// Input that is asked for on one side only.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static unsigned char byte(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, name);
  return c;
}

int main(void) {
  unsigned char c = byte("first");
  int x = 1000;
  if (c & 1) x = byte("odd");
  if (c & 2) x += byte("next");
  else if (c & 4) x -= byte("next");
  unsigned char last = byte("last");
  assert(c & 1 || x >= 1000 - 255);
  // expect: error assertion line +1
  assert(x != 510 || last != 8);
  return x > last;
}
