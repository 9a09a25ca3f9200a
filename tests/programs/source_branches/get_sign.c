// run:
// run: --opt 0
// expect: exhaustive
// run:
// expect: paths 1
// KLEE's first tutorial: three directions of two ifs that become selects.
#include <klee/klee.h>

static int get_sign(int x) {
  if (x == 0) return 0;
  if (x < 0)
    return -1;
  else
    return 1;
}

int main(void) {
  int a;
  klee_make_symbolic(&a, sizeof a, "a");
  return get_sign(a) == 7;
}
