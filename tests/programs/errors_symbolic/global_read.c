// A read past a global table.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 14
#include "klee/klee.h"

int primes[5] = {2, 3, 5, 7, 11};

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i > 5) i = 0;
  return primes[i];
}
