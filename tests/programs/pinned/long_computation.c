// A computation so long that its values are fixed.
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
  unsigned state = (unsigned)time(0);
  for (int i = 0; i < 100000; i++) state = state * 1664525u + 1013904223u;
  if (state == 12345) puts("found");
  return 0;
}
