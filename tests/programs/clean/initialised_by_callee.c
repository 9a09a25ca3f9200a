// A local that a callee fills through a pointer.
// expect: output "big\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: no errors
#include <stdio.h>

static __attribute__((noinline)) void fill(int *p) { *p = 5; }

int main(void) {
  int x;
  fill(&x);
  if (x > 3) printf("big\n");
  return 0;
}
