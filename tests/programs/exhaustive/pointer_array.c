// An array of pointers to objects of different sizes, at a symbolic index.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static unsigned char one[1] = {1}, two[2] = {2, 3}, four[4] = {4, 5, 6, 7};
static unsigned char *const objects[4] = {one, two, four, two};
static const int sizes[4] = {1, 2, 4, 2};

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int which = in & 3, place = in >> 2 & 3;
  if (place >= sizes[which]) return 100;
  unsigned char v = objects[which][place];
  if (v == 3) {
    assert(which == 1 || which == 3);
    return 1;
  }
  objects[which][place] = 50;
  if (two[0] == 50) return 2;
  assert(one[0] == 50 || four[place] == 50);
  return 3;
}
