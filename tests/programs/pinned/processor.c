// The processor that the program runs on.
// run: --opt 0
// expect: unexplored pinned-value
// run: --opt 1
// expect: unexplored pinned-value
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>

int main(void) {
  if (sched_getcpu() > 1) puts("another");
  return 0;
}
