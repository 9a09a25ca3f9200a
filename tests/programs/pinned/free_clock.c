// The clock begins anywhere, and goes on by what the program sleeps.
// run: --sym-clock --opt 1
// expect: paths 2
// expect: exhaustive
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  time_t before = time(0);
  sleep(5);
  if (time(0) - before != 5) puts("not so long");
  if (before % 7 == 3) puts("third");
  return 0;
}
