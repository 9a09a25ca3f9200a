// Blocks of one of three sizes, chosen by branches.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  unsigned char kind, at;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  klee_make_symbolic(&at, sizeof at, "at");
  size_t size;
  if (kind < 10) size = 1;
  else if (kind < 100) size = 4;
  else size = 16;
  unsigned char *p = calloc(size, 1);
  if (!p) return 1;
  int result = 0;
  if (at < size) {
    p[at] = 7;
    if (p[0]) result = 2;
    assert(p[size - 1] == (at == size - 1 ? 7 : 0));
  }
  free(p);
  return result;
}
