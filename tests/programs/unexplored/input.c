// An input that is too large.
// run: --opt 0
// expect: not exhaustive
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(100 << 20);
  // expect: unexplored input-size line +1
  klee_make_symbolic(p, 100 << 20, "p");
  return p[7] == 3;  // behind
}
