// Inputs from the functions of the verification contests.
// run: --opt 0
// expect: exhaustive
// expect: paths 2
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c > 0);
  if (__VERIFIER_nondet_bool()) {
    unsigned char u = __VERIFIER_nondet_uchar();
    assert(u >= 0);
    return u > c ? 1 : 2;
  }
  return c == 65 ? 3 : 4;
}
