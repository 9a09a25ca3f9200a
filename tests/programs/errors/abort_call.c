// abort in a callee.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error abort line 9
#include <stdlib.h>

static __attribute__((noinline)) void give_up(void) {
  abort();
}

int main(void) {
  give_up();
  return 0;
}
