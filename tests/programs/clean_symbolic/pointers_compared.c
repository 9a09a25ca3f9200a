// Pointers to different objects compared for equality.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

static int global;

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int local, *heap = malloc(sizeof *heap);
  if (!heap) return 1;
  int *p = c < 50 ? &global : c < 100 ? &local : c < 150 ? heap : 0;
  assert((p == 0) == (c >= 150));
  assert((p == heap) == (c >= 100 && c < 150));
  assert(&local != heap && &global != &local);
  if (p != &local && p) *p = c;
  int result = p == &global ? global == c : 2;
  free(heap);
  return result;
}
