// No forks beyond --max-depth.
// run: --max-depth 1 --opt 0
// expect: not exhaustive
#include <klee/klee.h>
int main(void) {
  char x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  int n = 0;
  if (x == 3) n++;
  // expect: unexplored max-depth line +1
  if (y == 5) n += 2;
  if (n == 3)
    return 3;  // behind
  return n;
}
