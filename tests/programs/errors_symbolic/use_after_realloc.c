// A pointer into a vector is kept while the vector grows.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 18
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *v = malloc(4);
  if (!v) return 1;
  v[0] = 1;
  char *volatile first = v;
  if (n >= 100) v = realloc(v, 200);
  int r = *first;
  free(v);
  return r;
}
