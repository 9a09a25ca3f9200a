// Two functions that call each other until the bits are used up.
// run: --opt 0
// expect: exhaustive
// expect: paths 128
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

static int odd(unsigned bits, int depth);
static int even(unsigned bits, int depth) {
  if (depth == 0) return 0;
  return bits & 1 ? odd(bits >> 1, depth - 1) : even(bits >> 1, depth - 1);
}
static int odd(unsigned bits, int depth) {
  if (depth == 0) return 1;
  return bits & 1 ? even(bits >> 1, depth - 1) : odd(bits >> 1, depth - 1);
}

int main(void) {
  unsigned char bits;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  return even(bits, 7);
}
