// memset over the end of a heap block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdlib.h>
#include <string.h>

int main(void) {
  volatile size_t n = 33;
  char *volatile p = malloc(32);
  memset(p, 0, n);
  return p[0];
}
