// memcmp reads beyond a block whose bytes are all equal.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdio.h>
#include <string.h>
char a[8], b[16];

int main(void) {
  volatile size_t n = 12;
  printf("%d\n", memcmp(a, b, n));
  return 0;
}
