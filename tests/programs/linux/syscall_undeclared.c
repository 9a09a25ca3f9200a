// syscall() with fewer words than six, also where it is declared without a prototype.
// native: no, the process has another number
// run: --libc=musl --cflags=-std=gnu89
// expect: output "ok\n1 1\n"
#include <stdio.h>
#include <sys/syscall.h>
extern long syscall();
int main(void) {
  long written = syscall(SYS_write, 1, "ok\n", 3L);
  printf("%d %d\n", syscall(SYS_getpid) == syscall(SYS_getpid), written == 3);
  return 0;
}
