// A copy whose symbolic length may exceed its source.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 15
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  char to[16] = {0}, from[5] = "abcd";
  if (n > 7) return 1;
  memcpy(to, from, n);
  return to[3];
}
