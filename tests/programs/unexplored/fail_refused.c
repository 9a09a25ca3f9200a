// With --fail-refused a call that the model does not have fails, and the path goes on; it is an entry all the same.
// run: --libc=musl --fail-refused
// expect: not exhaustive
// expect: no errors
#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) {
  // expect: unexplored model-simplification line +1 message "fork"
  if (fork() >= 0)
    return 2;
  assert(errno == ENOSYS);
  return 0;
}
// replay: no, a real kernel has this call
