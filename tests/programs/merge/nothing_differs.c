// Branches that leave nothing behind: states that differ in no object.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static int valid(const unsigned char *p, int count) {
  for (int i = 0; i < count; i++) {
    switch (p[i] & 3) {
    case 0:
      if (p[i] > 200) return 0;
      break;
    case 1:
      if (p[i] < 20) return 0;
      break;
    case 2: break;
    default: return 0;
    }
  }
  return 1;
}

int main(void) {
  unsigned char bytes[4];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  return valid(bytes, 4);
}
