// A maze. The input is a sequence of steps; the assertion says that no sequence reaches the treasure. Bonsai
// finds one that does.
// run: --opt 1
// expect: error assertion line 36
#include <assert.h>
#include <stdio.h>

#include "klee/klee.h"

enum { width = 11, height = 7, steps = 28 };

static const char maze[height][width + 1] = {
    "+-+---+---+",  //
    "| |     |#|",  //
    "| | --+ | |",  //
    "| |   | | |",  //
    "| +-- | | |",  //
    "|     |   |",  //
    "+-----+---+",
};

int main(void) {
  char path[steps];
  klee_make_symbolic(path, sizeof path, "path");
  int x = 1, y = 1;
  char been[height][width] = {{0}};
  for (int i = 0; i < steps; i++) {
    switch (path[i]) {
      case 'w': y--; break;
      case 's': y++; break;
      case 'a': x--; break;
      case 'd': x++; break;
      default: puts("w, a, s or d"); return 1;
    }
    char here = maze[y][x];
    assert(here != '#');
    if (here != ' ') {
      puts("a wall");
      return 1;
    }
    if (been[y][x]) {
      puts("in circles");
      return 1;
    }
    been[y][x] = 1;
  }
  return 0;
}
