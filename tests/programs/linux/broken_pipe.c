// Standard output is a pipe, whose reader may be gone: the signal ends the program, unless it is ignored.
// run: --fail 1
// expect: paths 3
// run: --fail 1 -DIGNORE
// expect: error user line 17
// expect: paths 3
#include <bonsai.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>
int main(void) {
#ifdef IGNORE
  signal(SIGPIPE, SIG_IGN);
#endif
  if (write(1, "x", 1) == 1) return 0;
  if (errno != EPIPE) return 1;
  bonsai_error("nobody reads");
}
