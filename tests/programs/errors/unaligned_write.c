// A write of a double at an address that is a multiple of four only.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unaligned line 11
#include <stdlib.h>

int main(void) {
  char *block = malloc(32);
  char *volatile p = block + 4;
  *(double *)p = 1.5;
  return 0;
}
