// Assertions that can fail, and one that cannot.
// reach: --target assert --opt 0
// answer: assertion at assertions.c:11 reached
// answer: assertion at assertions.c:13 unreachable
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  int a = klee_int("a");
  assert(a != 12345);
  if (a < 100)
    assert(a < 1000);
  return 0;
}
