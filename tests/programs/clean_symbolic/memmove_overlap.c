// memmove within one block, by a symbolic distance.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "klee/klee.h"

int main(void) {
  int distance = klee_range(0, 5, "distance");
  char text[9] = "abcdefgh";
  memmove(text + distance, text, 4);
  assert(text[distance] == 'a' && text[distance + 3] == 'd');
  return 0;
}
