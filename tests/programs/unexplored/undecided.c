// A direction that the solver does not decide within its work.
// run: --solver-time 20ms --without-layer reuse,repair --solver=bonsai --opt 0 --jobs 1
// expect: not exhaustive
#include <klee/klee.h>
static unsigned long mix(unsigned long x) {
  for (int i = 0; i < 8; i++) x = x * x * 0x9e3779b97f4a7c15ul ^ x >> 29 ^ x / 1000003;
  return x;
}
int main(void) {
  unsigned long x;
  klee_make_symbolic(&x, sizeof x, "x");
  // expect: unexplored undecided-query line +1
  if (mix(x) == 0x123456789abcdef1ul)
    return 2;  // behind
  return 1;
}
