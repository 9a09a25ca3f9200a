// exit from a callee ends the program; what follows is not executed.
// expect: output "before\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) void leave(void) { exit(0); }

int main(void) {
  printf("before\n");
  leave();
  int *volatile p = 0;
  return *p;
}
