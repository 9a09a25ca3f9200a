// A loop that writes one element too many into a heap block.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 9
#include <stdlib.h>

static __attribute__((noinline)) void fill(char *p, int n) {
  for (int i = 0; i <= n; i++) ((volatile char *)p)[i] = 'x';
}

int main(void) {
  char *p = malloc(10);
  fill(p, 10);
  free(p);
  return 0;
}
