// With --sym-pid and the like they are inputs like any other: both sides of each branch are paths.
// run: --sym-pid --opt 0
// expect: paths 2
// expect: exhaustive
#include <stdio.h>
#include <unistd.h>

int main(void) {
  if (getpid() == 4321) puts("this one");
  return 0;
}
