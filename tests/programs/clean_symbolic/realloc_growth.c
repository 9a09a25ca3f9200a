// A vector that doubles; how much goes in is symbolic.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  int n = klee_range(0, 20, "n");
  int *items = 0;
  size_t size = 0, room = 0;
  for (int i = 0; i < n; i++) {
    if (size == room) {
      room = room ? 2 * room : 2;
      int *more = realloc(items, room * sizeof *items);
      if (!more) {
        free(items);
        return 1;
      }
      items = more;
    }
    items[size++] = i;
  }
  for (size_t i = 0; i < size; i++) assert(items[i] == (int)i);
  free(items);
  return 0;
}
