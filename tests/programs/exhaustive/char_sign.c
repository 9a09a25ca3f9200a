// The traps of char, signed char and unsigned char.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  char plain;
  klee_make_symbolic(&plain, sizeof plain, "plain");
  unsigned char u = (unsigned char)plain;
  signed char s = (signed char)plain;
  if (u != (unsigned)s) {
    assert(s < 0 && u >= 128);
    if (u == 0xff) return 1;
    return (signed char)(s - 1) > 0 ? 2 : 3;
  }
  assert(u < 128);
  if ((unsigned char)(u + 200) < u) return 4;
  return ~u == -1 ? 5 : 6;
}
