// The pointer one past the end is formed and compared, not read.
// expect: output "10 4\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  volatile int a[4] = {1, 2, 3, 4};
  volatile int *end = a + 4;
  int sum = 0;
  for (volatile int *p = a; p != end; p++) sum += *p;
  printf("%d %d\n", sum, (int)(end - a));
  return 0;
}
