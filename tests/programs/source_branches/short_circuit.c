// expect: exhaustive
// && and || that become one branch, or none: each condition keeps its two directions.
#include "bonsai.h"

static int in(int x, int low, int high) { return x >= low && x <= high; }

int main(void) {
  int a, b, c;
  bonsai_symbolic(&a, sizeof a, "a");
  bonsai_symbolic(&b, sizeof b, "b");
  bonsai_symbolic(&c, sizeof c, "c");
  int n = 0;
  if (a == 1 || a == 7 || a == 12) n += 1;
  if ((b > 4 && c > 4) || (b < -4 && c < -4)) n += 2;
  n += in(a, 3, 9) + (b && !c);
  if (n == 100) return 1;
  return 0;
}
