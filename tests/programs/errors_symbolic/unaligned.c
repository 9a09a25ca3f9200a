// A wide read at an address that may be odd.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unaligned line 14
#include "klee/klee.h"

_Alignas(8) char block[16];

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  const char *volatile p = block + (c == 50 ? 6 : 4);
  return *(const int *)p;
}
