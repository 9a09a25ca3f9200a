// What the model of Linux does not have ends the path: what the program would do with a failure that Linux does not give is no behaviour of it.
// run: --libc=musl
// run: --libc=musl --opt 0
// expect: not exhaustive
#define _GNU_SOURCE
#include <spawn.h>
extern char **environ;
int main(void) {
  pid_t p;
  char *words[] = {"true", 0};
  // expect: error unsupported line +2
  // expect: unexplored refused-call line +1 message "clone"
  int x = posix_spawn(&p, "/bin/true", 0, 0, words, environ);
  if (x == 0)
    return 2;  // behind
  return 1;  // behind
}
// replay: no, a real kernel has these calls
