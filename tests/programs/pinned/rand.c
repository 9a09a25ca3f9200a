// Each C library has numbers of its own.
// run: --opt 0
// expect: unexplored pinned-value
// run: --opt 1
// expect: unexplored pinned-value
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  if (rand() % 2) puts("odd");
  return 0;
}
