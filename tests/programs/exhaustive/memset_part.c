// A symbolic byte set over a part of a block, compared with another block.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char value, a[6], b[6];
  klee_make_symbolic(&value, sizeof value, "value");
  memset(a, 5, sizeof a);
  memset(b, 5, sizeof b);
  memset(a + 2, value, 3);
  int order = memcmp(a, b, sizeof a);
  if (order == 0) {
    assert(value == 5);
    return 0;
  }
  assert((order < 0) == (value < 5));
  return order < 0 ? 1 : 2;
}
