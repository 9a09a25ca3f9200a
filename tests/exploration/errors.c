// One error on hundreds of the paths, another on a few of them.
#include "klee/klee.h"

int main(void) {
  unsigned char bits[16];
  klee_make_symbolic(bits, sizeof bits, "bits");
  static int table[16];
  int sum = 0;
  for (int i = 0; i < 16; i++)
    if (bits[i] & 1) sum++;
  if (sum == 3) return 10 / (sum - 3);
  if (sum == 15) return table[sum + 1];
  return sum;
}
