// break, continue and return out of loops.
// run: --opt 0
// expect: exhaustive
// expect: paths 47
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char bits, stop;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  klee_make_symbolic(&stop, sizeof stop, "stop");
  int seen = 0;
  for (int i = 0; i < 6; i++) {
    if (!(bits >> i & 1)) continue;
    seen++;
    if (seen == 3) break;
    if (i == 4 && stop > 250) return 100;
  }
  return seen;
}
