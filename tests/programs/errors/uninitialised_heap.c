// A heap byte that was never written decides a branch.
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: error uninitialised line 11
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(4);
  p[0] = 1;
  if (p[1] == 7) printf("seven\n");
  return 0;
}
