// The error function of the verification contests.
// native: no line, the function takes none
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error user line 14
#include "klee/klee.h"

extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c * c == 144) __VERIFIER_error();
  return 0;
}
