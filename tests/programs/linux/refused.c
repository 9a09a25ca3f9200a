// A socket of the machine itself fails as where there are none; a system call that nobody knows fails with ENOSYS. Calls that end the path are in unexplored/.
// run: --libc=musl
// expect: paths 1
// expect: no errors
// expect: not exhaustive
// expect: unexplored model-simplification line 13 message "(socket)"
// expect: unexplored model-simplification line 14 message "9999"
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  assert(socket(AF_UNIX, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
  assert(syscall(9999, 0, 0, 0, 0, 0, 0) == -1 && errno == ENOSYS);
  return 0;
}
// replay: no, a real kernel has the first
