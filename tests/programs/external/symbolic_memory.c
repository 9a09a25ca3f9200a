// Symbolic bytes behind a pointer are fixed; paths that part before the call have calls of their own.
// run: --libc=none --external=concretise --verify-replay
// expect: not exhaustive
// expect: paths 2
#include <strings.h>

#include "klee/klee.h"

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[0] == 'y' || text[0] == 'N');
  klee_assume(text[1] == 0);
  if (text[0] == 'y')
    klee_assert(strcasecmp(text, "Y") == 0);
  else
    klee_assert(strncasecmp(text, "no", 1) == 0);
  return 0;
}
