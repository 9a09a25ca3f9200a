// A 4-byte read that ends exactly at the end of the block, at an odd address.
// expect: output "0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>
struct __attribute__((packed)) word { int value; };

int main(void) {
  char *volatile p = calloc(11, 1);
  printf("%d\n", ((struct word *)(p + 7))->value);
  free(p);
  return 0;
}
