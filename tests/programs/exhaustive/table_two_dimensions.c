// A table of two dimensions with two symbolic indices.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

static const char board[4][5] = {"#..#", ".#..", "..##", "#..."};

int main(void) {
  int row = klee_range(0, 4, "row");
  int column = klee_range(0, 4, "column");
  if (board[row][column] == '#') return 1;
  int walls = 0;
  if (row > 0 && board[row - 1][column] == '#') walls++;
  if (row < 3 && board[row + 1][column] == '#') walls++;
  return 10 + walls;
}
