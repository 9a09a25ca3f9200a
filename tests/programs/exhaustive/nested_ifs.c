// Conditions inside conditions, some of which decide each other.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int score = 0;
  if (a < 100) {
    if (b < 50) {
      score += a < b ? 1 : 2;
      if (a + b == 70) score += 10;
    } else if (a > 200) {
      assert(0);
    } else {
      if (a * 2 == b) score += 5;
    }
  } else {
    if (a == b) return 3;
    if (b & 1) {
      if (a & 1) score = 7;
      else score = 8;
    }
  }
  assert(score <= 12);
  return score;
}
