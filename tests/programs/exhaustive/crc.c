// A checksum computed bit by bit.
// run: --opt 0
// expect: exhaustive
// expect: paths 256
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  unsigned crc = 0xff ^ in;
  for (int i = 0; i < 8; i++) {
    if (crc & 0x80) crc = (crc << 1 ^ 0x31) & 0xff;
    else crc = crc << 1 & 0xff;
  }
  return crc == 0xa5;
}
