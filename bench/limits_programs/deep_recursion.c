// Recursion that forks at each level.
#include <klee/klee.h>
static int go(unsigned long n) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c > 3) return go(n + 1) + 1;
  return go(n + 2) + 2;
}
int main(void) { return go(0); }
