// A code that corrects one wrong bit: any of eight errors on any nibble.
// run: --opt 0
// expect: exhaustive
// expect: paths 128
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static unsigned encode(unsigned d) {
  unsigned d0 = d & 1, d1 = d >> 1 & 1, d2 = d >> 2 & 1, d3 = d >> 3 & 1;
  return (d0 ^ d1 ^ d3) | (d0 ^ d2 ^ d3) << 1 | d0 << 2 | (d1 ^ d2 ^ d3) << 3 | d1 << 4 | d2 << 5 | d3 << 6;
}
static unsigned decode(unsigned c) {
  unsigned wrong = 0;
  for (unsigned i = 1; i <= 7; i++) {
    if (c >> (i - 1) & 1) wrong ^= i;
  }
  if (wrong) c ^= 1u << (wrong - 1);
  return (c >> 2 & 1) | (c >> 4 & 1) << 1 | (c >> 5 & 1) << 2 | (c >> 6 & 1) << 3;
}

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  unsigned data = in & 15, error = in >> 4 & 7;
  unsigned code = encode(data);
  if (error) code ^= 1u << (error - 1);
  assert(decode(code) == data);
  return 0;
}
