// A call that fails as it may on Linux: the path goes on, and what follows its success is not explored.
// run: --libc=musl
// expect: not exhaustive
#include <assert.h>
#include <errno.h>
#include <sys/xattr.h>
int main(void) {
  char text[8];
  // expect: unexplored model-simplification line +1 message "getxattr"
  if (getxattr("/", "user.a", text, 8) >= 0)
    return 2;  // behind
  assert(errno == EOPNOTSUPP);
  return 1;
}
// replay: no, a real kernel has this call
