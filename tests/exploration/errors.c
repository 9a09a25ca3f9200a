// One error on hundreds of the paths, another on a few of them.
#include "klee/klee.h"

int main(void) {
  unsigned char bits[17];
  klee_make_symbolic(bits, sizeof bits, "bits");
  static int table[17];
  int sum = 0;
  for (int i = 0; i < 17; i++)
    if (bits[i] & 1) sum++;
  if (sum == 3) return 10 / (sum - 3);
  if (sum == 16) return table[sum + 1];
  return sum;
}
