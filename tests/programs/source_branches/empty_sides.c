// expect: exhaustive
// Branches both sides of which do the same.
#include "bonsai.h"

int main(void) {
  int a;
  unsigned char b;
  bonsai_symbolic(&a, sizeof a, "a");
  bonsai_symbolic(&b, sizeof b, "b");
  if (a > 5) {
  }
  if (a < 3) {
    ;
  } else {
    ;
  }
  switch (b) {
    case 1: break;
    case 2:
    case 3: break;
    case 200: break;
    default: break;
  }
  int r = 0;
  switch (a) {
    case 4: r = 10; break;
    case 5: r = 20; break;
    case 6: r = 20; break;
    default: r = 30;
  }
  return r == 1;
}
