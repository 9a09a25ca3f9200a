// A function of KLEE's interface that the engine does not do.
// run: --opt 0
// expect: not exhaustive
#include <klee/klee.h>
int main(void) {
  int x = 1;
  // expect: error unsupported line +2
  // expect: unexplored unsupported-call line +1 message "cannot be replaced"
  klee_alias_function("f", "g");
  return x;  // behind
}
