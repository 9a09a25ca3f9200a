// Reads of a table of 256 words that the program made itself.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static unsigned short squares[256];

int main(void) {
  for (int i = 0; i < 256; i++) squares[i] = (unsigned short)(i * i);
  unsigned char a;
  klee_make_symbolic(&a, sizeof a, "a");
  unsigned s = squares[a];
  if (s == 1764) {
    assert(a == 42);
    return 1;
  }
  if (s > 60000) {
    assert(a >= 245);
    return 2;
  }
  if (squares[a ^ 1] > s) return 3;
  return 4;
}
