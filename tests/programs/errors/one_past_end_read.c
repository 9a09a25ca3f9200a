// The pointer one past the end may be formed, and not read.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 13
#include <stdio.h>

int main(void) {
  volatile int a[4] = {1, 2, 3, 4};
  volatile int n = 4;
  volatile int *end = a + n;
  int sum = 0;
  for (volatile int *p = a; p <= end; p++) sum += *p;
  printf("%d\n", sum);
  return 0;
}
