// expect: exhaustive
// expect: coverage lines 100
// Selects in selects: an inner condition counts only where the outer ones let it be executed.
#include "bonsai.h"

static int rank(int a, int b, int c) {
  int r;
  if (a > 10) {
    if (b > 10)
      r = 1;
    else if (c == 3)
      r = 2;
    else
      r = 3;
  } else if (b < 0) {
    r = c > 100 ? 4 : 5;
  } else {
    r = 6;
  }
  return r;
}

int main(void) {
  int a, b, c;
  bonsai_symbolic(&a, sizeof a, "a");
  bonsai_symbolic(&b, sizeof b, "b");
  bonsai_symbolic(&c, sizeof c, "c");
  return rank(a, b, c) == 9;
}
