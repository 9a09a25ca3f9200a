// A 4-byte read of which only the first two bytes lie inside the block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdio.h>
#include <stdlib.h>
struct __attribute__((packed)) word { int value; };

int main(void) {
  char *volatile p = calloc(10, 1);
  printf("%d\n", ((struct word *)(p + 8))->value);
  free(p);
  return 0;
}
