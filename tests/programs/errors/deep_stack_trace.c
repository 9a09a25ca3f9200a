// The error stands three calls deep; line and kind are those of the innermost frame.
// run: --opt 0
// run: --opt 1
// expect: error out-of-bounds line 7
#include <stdlib.h>

static __attribute__((noinline)) int inner(int *p, int i) { return p[i]; }
static __attribute__((noinline)) int middle(int *p, int i) { return inner(p, i) + 1; }
static __attribute__((noinline)) int outer(int *p, int i) { return middle(p, i + 1) + 1; }

int main(void) {
  int *volatile p = calloc(4, sizeof(int));
  return outer(p, 3);
}
