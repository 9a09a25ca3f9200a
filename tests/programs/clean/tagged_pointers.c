// Pointers with a tag in the lowest bits, through integers.
// expect: output "3 42\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 42;
  volatile uintptr_t tagged = (uintptr_t)p | 3;
  int tag = tagged & 3;
  int *q = (int *)(tagged & ~(uintptr_t)3);
  printf("%d %d\n", tag, *q);
  free(q);
  return 0;
}
