// First and last byte of a block of odd size.
// expect: output "3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(13);
  p[0] = 1;
  p[12] = 2;
  printf("%d\n", p[0] + p[12]);
  free(p);
  return 0;
}
