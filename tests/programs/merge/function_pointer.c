// The function that is called behind the join differs; on one side there is none.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int add(int x) { return x + 1; }
static int subtract(int x) { return x - 1; }

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int (*volatile f)(int) = add;
  if (c & 1) f = subtract;
  if (c == 6) f = 0;
  // expect: error bad-call line +1
  int x = f(c);
  assert(x == (c & 1 ? c - 1 : c + 1));
  return 0;
}
