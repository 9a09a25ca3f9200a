// A block is lost when the function leaves early.
// run: --check=leak --opt 0
// run: --check=leak --opt 1
// expect: error leak
#include <stdlib.h>

#include "klee/klee.h"

static __attribute__((noinline)) int work(unsigned char c) {
  char *volatile p = malloc(10);
  if (!p) return 1;
  p[0] = 1;
  if (c == 13) {
    p = 0;
    return 2;
  }
  free(p);
  p = 0;
  return 0;
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  return work(c);
}
