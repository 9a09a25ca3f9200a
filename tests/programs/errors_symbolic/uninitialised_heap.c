// A heap byte that may not have been written is used as an index.
// native: msan
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: error uninitialised line 16
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned char *p = malloc(4);
  if (!p || n > 4) return 1;
  for (int i = 0; i < n; i++) p[i] = 1;
  if (p[2] == 9) return 2;
  free(p);
  return 0;
}
