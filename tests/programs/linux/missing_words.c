// System calls that take a variable number of words: the wrappers read all of them, passed or not.
// run: --libc musl
// run: --libc musl --opt 0 --check uninit
// expect: output "1 1 1\n"
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
  int flags = fcntl(1, F_GETFL);
  int cleared = ioctl(1, FIONCLEX);
  printf("%d %d %d\n", flags >= 0, cleared <= 0, syscall(SYS_getpid) == getpid());
  return 0;
}
