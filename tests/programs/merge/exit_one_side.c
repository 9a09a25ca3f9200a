// One side ends the program; another ends the path silently.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

static int written;

static void last(void) {
  // expect: error abort line +1
  if (written == 3) abort();
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  atexit(last);
  if (c == 1) exit(1);
  if (c == 2) _Exit(2);
  if (c == 3) klee_silent_exit(3);
  if (c < 10)
    written = c;
  else if (c < 20)
    written = 13 - c;
  if (c == 15) exit(0);
  return written > 0;
}
