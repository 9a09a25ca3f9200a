// A block of symbolic size that was never written fills no memory; it may be too small for the access.
// native: no, four bytes of input have too many values to try
// run: --uninit=symbolic --memory 1G
// expect: error out-of-bounds line 10
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *t = malloc(__VERIFIER_nondet_int() + 1);
  if (!t) return 0;
  t[3] = 0;
  return 0;
}
