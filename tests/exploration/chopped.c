// 2^BITS paths, of which each skips a call that leaves something: where the last bits are set it is needed, where they
// are not nobody asks for it, and whoever has seen enough such paths makes no more tests of them.
#include "klee/klee.h"

static unsigned table[64];

__attribute__((noinline)) static void note(unsigned from) {
  for (unsigned i = 0; i < 64; ++i) table[(from + i) % 64] = from * 31 + i;
}

int main(void) {
  unsigned char bits[BITS];
  klee_make_symbolic(bits, sizeof bits, "bits");
  unsigned set = 0;
  for (unsigned i = 0; i < BITS; ++i)
    if (bits[i] & 1) set += i + 1;
  note(set);
  if ((bits[0] & bits[1] & 1) && table[set % 64] > 100000) return 1;
  return (bits[2] & 1) ? 2 : 0;
}
