// A shift guarded by a test of its count, which optimisers make unconditional.
// expect: output "811641328\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

static __attribute__((noinline)) unsigned shift(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }
static __attribute__((noinline)) int shift_right(int x, int n) {
  if (n >= 0 && n < 32) x >>= n;
  return x;
}

int main(void) {
  unsigned sum = 0;
  for (unsigned n = 0; n < 70; n += 7) sum += shift(3, n) + shift_right(-1000, (int)n - 9);
  printf("%u\n", sum);
  return 0;
}
