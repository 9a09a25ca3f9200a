// Handlers run; masks hold a signal back; a signal without a handler ends the program.
// run: --libc=musl
// expect: output "caught 10\nblocked\ncaught 12\n"
// expect: paths 1
// expect: no errors
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void caught(int number) { printf("caught %d\n", number); }
int main(void) {
  signal(SIGUSR1, caught);
  signal(SIGUSR2, caught);
  raise(SIGUSR1);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set, NULL);
  kill(getpid(), SIGUSR2);
  puts("blocked");
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  fflush(stdout);
  raise(SIGTERM);
  puts("never");
  return 0;
}
