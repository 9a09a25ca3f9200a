// Lengths of runs of equal bits, and the bits again.
// run: --opt 0
// expect: exhaustive
// expect: paths 256
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in, lengths[9], back = 0;
  klee_make_symbolic(&in, sizeof in, "in");
  int runs = 0, bit = 0, length = 0;
  for (int i = 0; i < 8; i++) {
    if ((in >> i & 1) == bit) {
      length++;
      continue;
    }
    lengths[runs++] = (unsigned char)length;
    bit ^= 1;
    length = 1;
  }
  lengths[runs++] = (unsigned char)length;
  int at = 0;
  for (int r = 0; r < runs; r++) {
    for (int i = 0; i < lengths[r]; i++, at++) back |= (unsigned char)((r & 1) << at);
  }
  assert(at == 8 && back == in);
  return runs;
}
