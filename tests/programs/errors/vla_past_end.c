// A variable-length array has exactly the size asked for.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 11
#include <stdio.h>

int main(void) {
  volatile int n = 5;
  volatile int a[n];
  for (int i = 0; i <= n; i++) a[i] = i;
  printf("%d\n", a[0]);
  return 0;
}
