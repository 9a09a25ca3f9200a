// The integer root by trial, checked against its definition.
// run: --opt 0
// expect: exhaustive
// expect: paths 16
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned root = 0;
  for (unsigned bit = 8; bit; bit >>= 1) {
    unsigned next = root | bit;
    if (next * next <= n) root = next;
  }
  assert(root * root <= n && (root + 1) * (root + 1) > n);
  return (int)root;
}
