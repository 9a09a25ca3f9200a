// More input is asked for on some paths only.
// run: --opt 0
// expect: exhaustive
// expect: paths 3
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static unsigned char byte(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, name);
  return c;
}

int main(void) {
  int length = 0, sum = 0;
  unsigned char c = byte("first");
  if (c >= 4) return c == 255 ? 1 : 2;
  for (; length < c % 2; length++) sum += byte("next") > 127;
  assert(sum <= length);
  return sum;
}
