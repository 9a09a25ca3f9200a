// Words written at a symbolic index, read back as bytes.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned words[8] = {0};
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  words[in & 7] = 0xa1b2c3d4;
  words[in >> 3 & 7] += 0x01010101;
  const unsigned char *bytes = (const unsigned char *)words;
  if (bytes[4] == 0xd4) {
    assert((in & 7) == 1);
    return 1;
  }
  if (bytes[4] == 0xd5) return 2;
  if (bytes[3 + 4 * (in >> 5)] == 0xa2) return 3;
  return 4;
}
