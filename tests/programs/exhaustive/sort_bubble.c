// Bubble sort that stops when nothing moved.
// run: --opt 0
// expect: exhaustive
// expect: paths 24
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char in, v[4];
  klee_make_symbolic(&in, sizeof in, "in");
  for (int i = 0; i < 4; i++) v[i] = in >> 2 * i & 3;
  int moved, rounds = 0;
  do {
    moved = 0;
    for (int i = 0; i + 1 < 4; i++) {
      if (v[i] <= v[i + 1]) continue;
      unsigned char t = v[i];
      v[i] = v[i + 1];
      v[i + 1] = t;
      moved = 1;
    }
    rounds++;
  } while (moved);
  assert(v[0] <= v[1] && v[1] <= v[2] && v[2] <= v[3]);
  return rounds;
}
