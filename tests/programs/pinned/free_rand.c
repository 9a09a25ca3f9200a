// With --sym-random the numbers are inputs; those of a symbolic seed are not.
// run: --sym-random --opt 1
// expect: paths 2
// expect: exhaustive
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  if (rand() % 2) puts("odd");
  return 0;
}
