// memcpy within a block; longer copies overlap.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overlapping-copy line 15
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  static char text[32] = "abcdefghijklmnop";
  if (n > 10) return 1;
  memcpy(text + 8, text, n);
  return text[9];
}
