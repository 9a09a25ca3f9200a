// Two bytes as UTF-8: which are well formed.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int decode(const unsigned char *s, int size, unsigned *point) {
  if (size == 0) return 0;
  if (s[0] < 0x80) {
    *point = s[0];
    return 1;
  }
  if (s[0] < 0xc2) return -1;
  if (s[0] < 0xe0) {
    if (size < 2) return -2;
    if ((s[1] & 0xc0) != 0x80) return -3;
    *point = (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    return 2;
  }
  return s[0] < 0xf5 ? -4 : -5;
}

int main(void) {
  unsigned char s[2];
  klee_make_symbolic(s, sizeof s, "s");
  unsigned point = 0;
  int length = decode(s, 2, &point);
  if (length < 0) return -length;
  if (length == 1) {
    int next = decode(s + 1, 1, &point);
    return next < 0 ? 10 - next : 20;
  }
  assert(point >= 0x80 && point < 0x800);
  return point == 0x20;
}
