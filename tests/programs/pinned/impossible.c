// What no value of Linux makes true is no reason.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  if (time(0) == (time_t)-1) puts("no clock");
  if (getpid() < 0 || getppid() > 5000000) puts("no process");
  struct timespec first, second;
  if (clock_gettime(CLOCK_REALTIME, &first) || clock_gettime(CLOCK_REALTIME, &second)) return 1;
  if (second.tv_sec < first.tv_sec) puts("backwards");
  if (first.tv_nsec >= 1000000000) puts("too many");
  if (getpid() != getpid() || getuid() != getuid()) puts("another");
  return 0;
}
