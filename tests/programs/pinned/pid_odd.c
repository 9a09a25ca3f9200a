// The process could have another number.
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
  if (getpid() & 1) puts("odd");
  return 0;
}
