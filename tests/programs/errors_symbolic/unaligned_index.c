// A wide read at a symbolic offset.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unaligned line 14
#include "klee/klee.h"

_Alignas(8) char block[16];

int main(void) {
  int at = klee_range(0, 9, "at");
  const char *volatile p = block;
  if (at & 1) return 1;
  return *(const int *)(p + at);
}
