// A table of structs searched by key, then read at the symbolic index itself.
// run: --opt 0
// expect: exhaustive
// expect: paths 12
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static const struct Rate {
  unsigned char low;
  short price;
  _Bool bulk;
} rates[4] = {{0, 500, 0}, {10, 450, 0}, {50, 300, 1}, {200, -10, 1}};

int main(void) {
  unsigned char amount;
  klee_make_symbolic(&amount, sizeof amount, "amount");
  int found = 0;
  while (found < 3 && rates[found + 1].low <= amount) found++;
  const struct Rate *other = &rates[amount & 3];
  if (other->bulk && other->price < 0) {
    assert((amount & 3) == 3);
    return 1;
  }
  return rates[found].price > other->price ? 2 : 3;
}
