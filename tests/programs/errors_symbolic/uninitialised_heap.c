// A heap byte that may not have been written decides a branch.
// native: msan
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: error uninitialised line 17
#include <stdio.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned char *p = malloc(4);
  if (!p || n > 4) return 1;
  for (int i = 0; i < n; i++) p[i] = 1;
  if (p[2] == 9) puts("nine");
  free(p);
  return 0;
}
