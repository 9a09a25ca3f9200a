// exit from inside of calls, with handlers.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

static int state;

static void handler(void) {
  if (state == 2) state = 3;
}
static void check(unsigned char c) {
  if (c == 0) exit(1);
  if (c > 200) {
    state = 2;
    exit(c > 250 ? 3 : 2);
  }
}

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  atexit(handler);
  check(in[0]);
  state = 1;
  if (in[0] == in[1]) _Exit(4);
  check(in[1]);
  return 0;
}
