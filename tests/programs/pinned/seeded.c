// A generator that the clock has seeded.
// run: --opt 0
// expect: unexplored pinned-value
// run: --opt 1
// expect: unexplored pinned-value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  srand((unsigned)time(0));
  if (rand() % 6 == 3) puts("four");
  return 0;
}
