// No forks where the program says so.
// run: --opt 0
// expect: not exhaustive
#include <klee/klee.h>
int main(void) {
  char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_set_forking(0);
  // expect: unexplored forking-off line +1
  if (x == 77)
    return 2;  // behind
  return 1;
}
