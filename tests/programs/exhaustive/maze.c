// Four steps in a small maze.
// run: --opt 0
// expect: exhaustive
// expect: paths 28
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static const char maze[5][6] = {"#####", "#@#!#", "#...#", "#.#.#", "#####"};

int main(void) {
  unsigned char steps;
  klee_make_symbolic(&steps, sizeof steps, "steps");
  int x = 1, y = 1;
  for (int i = 0; i < 4; i++) {
    int to_x = x, to_y = y;
    switch (steps >> 2 * i & 3) {
      case 0: to_y--; break;
      case 1: to_y++; break;
      case 2: to_x--; break;
      case 3: to_x++; break;
    }
    if (maze[to_y][to_x] == '#') return 1;
    x = to_x;
    y = to_y;
    if (maze[y][x] == '!') {
      assert(i == 3);
      return 2;
    }
  }
  return 3;
}
