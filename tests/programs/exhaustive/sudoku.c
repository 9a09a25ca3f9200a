// Two missing numbers of a small latin square.
// run: --opt 0
// expect: exhaustive
// expect: paths 7
// run: --opt 1
// expect: exhaustive
#include "bonsai.h"

int main(void) {
  unsigned char square[3][3] = {{1, 2, 3}, {2, 0, 1}, {3, 1, 0}};
  bonsai_symbolic(&square[1][1], 1, "middle");
  bonsai_symbolic(&square[2][2], 1, "corner");
  for (int i = 0; i < 3; i++) {
    unsigned row = 0, column = 0;
    for (int k = 0; k < 3; k++) {
      if (square[i][k] < 1 || square[i][k] > 3) return 1;
      row |= 1u << square[i][k];
      column |= 1u << square[k][i] % 4;
    }
    if (row != 14) return 2;
    if (column != 14) return 3;
  }
  return 0;
}
