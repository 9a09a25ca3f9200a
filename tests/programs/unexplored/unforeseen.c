// A skipped call writes what the analyses did not foresee: an address that is an input.
// run: --chop=f --opt 0
// expect: not exhaustive
#include <klee/klee.h>
int a, b;
static void f(long n) {
  b = 1;
  *(int *)n = 7;
}
int main(void) {
  long x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x == (long)&a);
  // expect: unexplored unforeseen-write line +2 message "did not foresee"
  f(x);
  int result = b;
  return result;  // behind
}
