// A system call without a model fails with ENOSYS; fork is refused.
// run: --libc=musl
// expect: paths 1
// expect: no errors
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  assert(socket(AF_INET, SOCK_STREAM, 0) == -1 && errno == ENOSYS);
  assert(fork() == -1);
  return 0;
}
// replay: no, a real kernel has these calls
