// Numbers that the clock has seeded, and those of random() and rand_r().
// run: --opt 0
// expect: unexplored pinned-value
// run: --opt 1
// expect: unexplored pinned-value
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
  unsigned seed = 3;
  srandom((unsigned)time(0));
  srand((unsigned)time(0));
  if (random() + rand() + rand_r(&seed) > 5000000000L) puts("large");
  return 0;
}
