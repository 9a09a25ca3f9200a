// Every byte of a heap block may be read and written, in every width.
// expect: output "3 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *volatile p = malloc(4 * sizeof(int));
  for (int i = 0; i < 4; i++) p[i] = i;
  printf("%d %d\n", p[3], ((char *)p)[15]);
  free(p);
  return 0;
}
