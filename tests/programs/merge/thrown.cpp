// Exceptions on one side only, caught in a caller.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Bad {
  int code;
};

static int check(unsigned char c) {
  if (c > 200) throw Bad{c};
  if (c < 10) throw 5;
  return c & 1;
}

int main() {
  unsigned char bytes[2];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  int sum = 0, caught = 0;
  for (int i = 0; i < 2; i++) {
    try {
      sum += check(bytes[i]);
    } catch (Bad &bad) {
      caught++;
      sum += bad.code;
    } catch (int x) {
      sum -= x;
    }
  }
  assert(caught <= 2);
  // expect: error assertion line +1
  assert(sum != 245);
  return caught;
}
