// A call through a table at a symbolic index; two entries are the same function.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[4])(int, int) = {add, sub, mul, add};

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int a = in >> 2 & 7, b = in >> 5;
  int result = table[in & 3](a, b);
  if (result < 0) {
    assert((in & 3) == 1);
    return 1;
  }
  assert(result <= 49);
  return result > 14 ? 2 : 3;
}
