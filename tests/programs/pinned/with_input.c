// A condition on an input, too.
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
  extern int bonsai_int(const char *);
  int x = bonsai_int("x");
  if (x == getpid())
    if (x == 5) puts("five");
  return 0;
}
