// Three values sorted by comparisons and swaps.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static void order(unsigned char *a, unsigned char *b) {
  if (*a > *b) {
    unsigned char t = *a;
    *a = *b;
    *b = t;
  }
}

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned char a = in[0] & 15, b = in[0] >> 4, c = in[1] & 15;
  order(&a, &b);
  order(&b, &c);
  order(&a, &b);
  assert(a <= b && b <= c);
  return 0;
}
