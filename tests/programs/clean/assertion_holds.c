// Assertions that hold.
// expect: output "3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <assert.h>
#include <stdio.h>
volatile int x = 3;

int main(void) {
  assert(x == 3);
  assert(x > 2 && "x is large");
  printf("%d\n", x);
  return 0;
}
