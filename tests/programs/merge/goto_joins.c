// Jumps forward, into a common end and back.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c, d;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&d, sizeof d, "d");
  int steps = 0, rounds = 0;
  if (c == 0) goto zero;
again:
  steps++;
  if (c & 1) goto odd;
  c >>= 1;
  if (c > 20) goto end;
  if (rounds++ < 3 && c) goto again;
  goto end;
odd:
  steps += 10;
  if (d == c) goto zero;
  goto end;
zero:
  steps += 100;
end:
  assert(steps >= 1 && steps <= 114);
  // expect: error assertion line +1
  assert(steps != 112 || d != 3);
  return steps;
}
