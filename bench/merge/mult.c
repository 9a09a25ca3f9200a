// COUNT multiplications, each of which looks which factor is larger first (LEEK, table 1: mult[10]). Both sides of the branch come to the same
// product, so that merged states differ in nothing. The table gives the size of the input as 1; one byte cannot have more than 256 paths, so
// the default takes that as the size of each of ten factors (2^10 paths), and -DBYTES=1 multiplies one byte by itself.
#include "klee/klee.h"

#ifndef COUNT
#define COUNT 10
#endif
#ifndef BYTES
#define BYTES COUNT
#endif

int main(void) {
  unsigned char factor[BYTES], product = 1;
  klee_make_symbolic(factor, sizeof factor, "factor");
  for (int i = 0; i < COUNT; i++) {
    unsigned char x = factor[i % BYTES];
    if (x > product)
      product = x * product;
    else
      product = product * x;
  }
  return product;
}
