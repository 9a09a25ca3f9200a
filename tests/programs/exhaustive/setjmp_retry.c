// A loop that tries again after each longjmp.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <setjmp.h>

#include "klee/klee.h"

static jmp_buf start;
static int tries;

static void attempt(unsigned bits) {
  int t = tries++;
  if (bits >> t & 1) longjmp(start, t + 1);
}

int main(void) {
  unsigned char bits;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  int last = setjmp(start);
  assert(last == tries);
  if (tries == 5) return 77;
  attempt(bits);
  return tries;
}
