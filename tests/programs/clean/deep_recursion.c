// Recursion 2,000 calls deep with a kilobyte each.
// expect: output "2000\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

static __attribute__((noinline)) int down(int n) {
  volatile char space[1024];
  space[n % 1024] = 1;
  return n == 0 ? 0 : down(n - 1) + space[n % 1024];
}

int main(void) {
  printf("%d\n", down(2000));
  return 0;
}
