// A wide read at an address that may be odd.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unaligned line 13
#include "klee/klee.h"

int main(void) {
  _Alignas(8) static char block[16];
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  const char *p = block + (c == 50 ? 6 : 4);
  return *(const int *)p;
}
