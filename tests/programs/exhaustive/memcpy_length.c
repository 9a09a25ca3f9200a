// A copy of symbolic length.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
  char to[9] = "........", from[9] = "abcdefgh";
  int n = klee_range(0, 9, "n");
  memcpy(to, from, (size_t)n);
  for (int i = 0; i < 8; i++) {
    if (to[i] == '.') {
      assert(i == n);
      return i;
    }
  }
  assert(n == 8);
  return 8;
}
