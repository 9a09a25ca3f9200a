// Insertion sort of four nibbles; the result is in order.
// run: --opt 0
// expect: exhaustive
// expect: paths 24
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char packed[2], v[4];
  klee_make_symbolic(packed, sizeof packed, "packed");
  for (int i = 0; i < 4; i++) v[i] = i & 1 ? packed[i / 2] >> 4 : packed[i / 2] & 15;
  for (int i = 1; i < 4; i++) {
    unsigned char x = v[i];
    int k = i;
    while (k > 0 && v[k - 1] > x) {
      v[k] = v[k - 1];
      k--;
    }
    v[k] = x;
  }
  for (int i = 1; i < 4; i++) assert(v[i - 1] <= v[i]);
  return 0;
}
