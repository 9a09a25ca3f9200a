// memcpy writes more than the target holds.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 15
#include <stdio.h>
#include <string.h>

char to[16];
char from[64];

int main(void) {
  volatile unsigned n = 17;
  ((volatile char *)from)[n - 5] = 1;
  memcpy(to, from, n);
  printf("%d\n", to[0]);
  return 0;
}
