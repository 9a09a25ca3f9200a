// A wide read at a symbolic offset.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unaligned line 12
#include "klee/klee.h"

int main(void) {
  _Alignas(8) static char block[16];
  int at = klee_range(0, 9, "at");
  if (at & 1) return 1;
  return *(const int *)(block + at);
}
