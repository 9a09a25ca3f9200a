// The niceness of a process: it grows and does not shrink.
// run: --libc musl
// expect: output "0 0 5 -1 5 19\n"
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
  int first = getpriority(PRIO_PROCESS, 0);
  int set = setpriority(PRIO_PROCESS, getpid(), 5);
  int second = getpriority(PRIO_PGRP, 0);
  int refused = setpriority(PRIO_PROCESS, 0, -5);
  int third = getpriority(PRIO_USER, getuid());
  int last = nice(100);
  printf("%d %d %d %d %d %d\n", first, set, second, refused, third, last);
  return 0;
}
// replay: no, the least niceness of all processes of the user counts
