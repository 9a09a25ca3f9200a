// Binary search of a symbolic key in a sorted table.
// run: --opt 0
// expect: exhaustive
// expect: paths 18
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static const unsigned char table[11] = {3, 7, 7, 12, 30, 31, 64, 100, 101, 200, 255};

int main(void) {
  unsigned char key;
  klee_make_symbolic(&key, sizeof key, "key");
  int low = 0, high = 11;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] < key) low = middle + 1;
    else high = middle;
  }
  if (low < 11 && table[low] == key) return low;
  assert(low == 11 || table[low] > key);
  return 20;
}
