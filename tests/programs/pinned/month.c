// Decisions of the C library on the way to a date.
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
  time_t now = time(0);
  if (localtime(&now)->tm_mon == 5) puts("June");
  return 0;
}
