// Globals, of which each side writes another.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int counts[3], last = -1;
static unsigned char flag;

static void note(int which) {
  counts[which]++;
  last = which;
}

int main(void) {
  unsigned char bytes[3];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  for (int i = 0; i < 3; i++) {
    if (bytes[i] < 85)
      note(0);
    else if (bytes[i] < 170)
      note(1);
    else
      flag = 1;
  }
  assert(counts[0] + counts[1] <= 3 && counts[2] == 0);
  assert(last == -1 || counts[last] > 0);
  if (counts[0] + counts[1] < 3) assert(flag);
  // expect: error assertion line +1
  assert(!(counts[0] == 2 && counts[1] == 1 && last == 1));
  return flag;
}
