// The address of a local is used while its function is still active.
// expect: output "7\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int *volatile current;
static __attribute__((noinline)) void set(int x) { *current = x; }
static __attribute__((noinline)) int run(int x) {
  int local = 0;
  current = &local;
  set(x);
  current = 0;
  return local;
}

int main(void) {
  printf("%d\n", run(3) + run(4));
  return 0;
}
