// An allocation that cannot be served returns null, and the program looks.
// expect: output "1 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  volatile size_t huge = (size_t)1 << 62;
  char *volatile p = malloc(huge);
  char *volatile q = calloc(huge, 16);
  if (p) p[0] = 1;
  printf("%d %d\n", p == NULL, q == NULL);
  return 0;
}
