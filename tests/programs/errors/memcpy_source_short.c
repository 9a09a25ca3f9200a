// memcpy reads more than the source holds.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 15
#include <stdio.h>
#include <string.h>

char to[64];
char from[16];

int main(void) {
  volatile unsigned n = 17;
  ((volatile char *)from)[n - 5] = 1;
  memcpy(to, from, n);
  printf("%d\n", to[0]);
  return 0;
}
