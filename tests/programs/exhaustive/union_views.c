// The bytes, halves and whole of a union.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "bonsai.h"

union View {
  unsigned char bytes[4];
  unsigned short halves[2];
  unsigned whole;
  signed char sign;
};

int main(void) {
  union View v;
  v.whole = 0x01020304;
  bonsai_symbolic(&v.bytes[1], 2, "middle");
  if (v.halves[0] == 0x0804) {
    assert(v.bytes[1] == 8);
    return 1;
  }
  if (v.whole > 0x01f00000) return 2;
  v.bytes[0] = v.bytes[2];
  if (v.sign < 0) {
    assert(v.halves[0] >= 0x80);
    return v.halves[0] > v.halves[1] ? 3 : 4;
  }
  return 5;
}
