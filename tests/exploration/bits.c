// One branch for each of BITS bytes: 2 to the power of BITS paths, each as cheap as can be.
#include "klee/klee.h"
#ifndef BITS
#define BITS 16
#endif
int main(void) {
  unsigned char bits[BITS];
  klee_make_symbolic(bits, sizeof bits, "bits");
  int sum = 0;
  for (int i = 0; i < BITS; i++)
    if (bits[i] & 1) sum++;
  return sum;
}
