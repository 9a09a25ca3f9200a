// memcpy from a freed block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 13
#include <stdlib.h>
#include <string.h>

int main(void) {
  char to[8];
  char *volatile p = calloc(1, 8);
  free(p);
  memcpy(to, p, 8);
  return ((volatile char *)to)[0];
}
