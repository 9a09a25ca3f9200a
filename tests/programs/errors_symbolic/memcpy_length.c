// A copy whose symbolic length may exceed its target.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 15
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  char to[8] = {0}, from[16] = "0123456789abcde";
  if (n > 9) return 1;
  memcpy(to, from, n);
  return to[3];
}
