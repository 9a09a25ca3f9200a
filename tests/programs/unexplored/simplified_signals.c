// Nobody sends signals, and errors raise none: handlers may be called otherwise than here.
// run: --opt 0
// run: --opt 1
// expect: unexplored model-simplification
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static volatile sig_atomic_t interrupted;
static void interrupt(int signal) {
  interrupted = signal;  // behind
}
static void aborted(int signal) {
  (void)signal;
  _exit(3);  // behind
}
int main(int argc, char **argv) {
  (void)argv;
  signal(SIGINT, interrupt);
  signal(SIGABRT, aborted);
  for (int i = 0; i < 3; i++)
    if (interrupted)
      return 1;  // behind
  if (argc > 5) abort();
  return 0;
}
