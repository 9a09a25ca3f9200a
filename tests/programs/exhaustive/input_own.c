// Inputs by Bonsai's own header.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "bonsai.h"

int main(void) {
  _Bool on = bonsai_bool("on");
  int level = bonsai_range(-3, 3, "level");
  unsigned char c = bonsai_uchar("c");
  bonsai_assume(c > 10);
  if (!on) return level < 0 ? 1 : 2;
  if (level == 3) {
    if (c == 10) bonsai_error("never");
    bonsai_exit_silently();
  }
  assert(level < 3);
  for (int i = 0; i < level; i++) {
    if (c >> i & 1) return 3;
  }
  return 4;
}
