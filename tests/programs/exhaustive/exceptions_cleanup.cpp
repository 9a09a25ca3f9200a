// Destructors run in order on every way out.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int alive, most;

struct Guard {
  Guard() {
    if (++alive > most) most = alive;
  }
  ~Guard() { alive--; }
};

static int down(unsigned bits, int depth) {
  Guard guard;
  if (depth == 4) return 0;
  if (bits >> depth & 1) throw depth;
  try {
    return 1 + down(bits, depth + 1);
  } catch (int level) {
    Guard another;
    if (level != depth + 1) throw;
    return 10 * level;
  }
}

int main() {
  unsigned char bits;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  int result;
  try {
    result = down(bits, 0);
  } catch (int) {
    result = 99;
  }
  assert(alive == 0 && most <= 5);
  return result;
}
