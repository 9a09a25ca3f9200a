// Signed bit-fields extend their sign; a field of one bit is 0 or -1.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Small {
  signed a : 3, b : 5, c : 1;
  _Bool d : 1;
};

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  struct Small s;
  s.a = in & 7;
  s.b = in >> 3;
  s.c = in >> 7;
  s.d = in & 6;
  assert(s.a >= -4 && s.a <= 3);
  assert(s.c == 0 || s.c == -1);
  if (s.a == s.b) return 1;
  if (s.c && !s.d) return 2;
  if (s.b < -10) return 3;
  return s.d;
}
