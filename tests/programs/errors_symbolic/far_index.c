// An index that may go far beyond the object, into another one.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 15
#include "klee/klee.h"

char first[16], second[4096];

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  char *volatile p = first;
  second[5] = 1;
  return p[16 * i];
}
