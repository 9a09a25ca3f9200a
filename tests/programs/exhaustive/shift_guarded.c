// Shifts whose amount is checked first.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char amount, value;
  klee_make_symbolic(&amount, sizeof amount, "amount");
  klee_make_symbolic(&value, sizeof value, "value");
  if (amount >= 32) return 1;
  unsigned left = (unsigned)value << amount;
  int right = (int)((unsigned)value << 24 >> 1) >> amount;
  if (left == 0) {
    assert(value == 0 || amount > 24);
    return 2;
  }
  if (right == 0) return 3;
  assert(left >> amount == value || amount > 24);
  return left > 1u << 30 ? 4 : 5;
}
