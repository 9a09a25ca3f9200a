// Thread-local variables in a single thread.
// expect: output "14 x 0 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static _Thread_local int counter = 3;
_Thread_local char buffer[8];
static __attribute__((noinline)) int *address(void) { return &counter; }

int main(void) {
  counter += 4;
  *address() *= 2;
  buffer[7] = 'x';
  printf("%d %c %d %d\n", counter, buffer[7], buffer[0], address() == &counter);
  return 0;
}
