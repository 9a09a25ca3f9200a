// What the model of Linux does not have ends the path: what the program would do with a failure that Linux does not give is no behaviour of it.
// run: --libc=musl
// run: --libc=musl --opt 0
// expect: not exhaustive
#define _GNU_SOURCE
#include <unistd.h>
int main(void) {
  // expect: error unsupported line +2
  // expect: unexplored refused-call line +1 message "execve"
  execl("/bin/true", "true", (char *)0);
  return 1;  // behind
}
// replay: no, a real kernel has these calls
