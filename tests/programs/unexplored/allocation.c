// An allocation of a symbolic size above the bound is made with its least and its greatest size alone.
// run: --opt 0
// expect: not exhaustive
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned size;
  klee_make_symbolic(&size, sizeof size, "size");
  klee_assume(size >= 100000 && size <= 200000);
  // expect: unexplored allocation-size line +1
  char *p = malloc(size);
  if (p && size == 150000)
    return 2;  // behind
  free(p);
  return 1;
}
