// __builtin_unreachable and abort on ways not taken.
// expect: output "20\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) int pick(int x) {
  switch (x) {
    case 1: return 10;
    case 2: return 20;
    case 3: abort();
    default: __builtin_unreachable();
  }
}

int main(void) {
  volatile int x = 2;
  if (x == 5) __builtin_trap();
  printf("%d\n", pick(x));
  return 0;
}
