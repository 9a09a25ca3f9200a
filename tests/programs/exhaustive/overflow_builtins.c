// The builtins that tell of overflow.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  signed char a, b, sum;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if (__builtin_add_overflow(a, b, &sum)) {
    assert(a + b != sum && (a < 0) == (b < 0));
    return a < 0 ? 1 : 2;
  }
  unsigned char product;
  if (__builtin_mul_overflow(a, b, &product)) return 3;
  assert(product == a * b);
  short difference;
  if (__builtin_sub_overflow(a * 256, b * 256, &difference)) return 4;
  return 5;
}
