// A loop that is left by return at any of its rounds.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int find(const unsigned char *p, int count, unsigned char wanted) {
  for (int i = 0; i < count; i++) {
    if (p[i] == wanted) return i;
    if (p[i] > 250) return -2;
  }
  return -1;
}

int main(void) {
  unsigned char bytes[5];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  int at = find(bytes, 5, 9);
  if (at >= 0) assert(bytes[at] == 9);
  if (at == -1) assert(bytes[4] != 9 && bytes[0] <= 250);
  // expect: error assertion line +1
  assert(at != 3 || bytes[0] != 77);
  return at;
}
