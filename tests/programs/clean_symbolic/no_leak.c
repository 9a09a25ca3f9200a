// All blocks are freed on all paths, or still reachable.
// run: --check=leak --opt 0
// run: --check=leak --opt 1
// run: --check=leak --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

static char *kept;

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char *p = malloc(10);
  if (!p) return 1;
  if (c > 200) {
    kept = p;
    return 2;
  }
  if (c > 100) p = realloc(p, 20);
  free(p);
  return 0;
}
