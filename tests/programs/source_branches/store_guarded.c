// expect: exhaustive
// A store that the passes make unconditional, and a value that several ifs change in turn.
#include "bonsai.h"

int table[4];

int main(void) {
  int a, b;
  bonsai_symbolic(&a, sizeof a, "a");
  bonsai_symbolic(&b, sizeof b, "b");
  int flags = 0;
  table[1] = 5;
  if (a == 77) table[1] = 6;
  if (a & 1) flags |= 1;
  if (b & 2) flags |= 2;
  if (flags == 3) flags = 4;
  if (a > b) {
    int t = a;
    a = b;
    b = t;
  }
  return table[1] == 9 || flags == 9 || a > b;
}
