// A block of symbolic size, filled and summed.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  int n = klee_range(1, 9, "n");
  unsigned char *p = malloc((size_t)n);
  if (!p) return 1;
  for (int i = 0; i < n; i++) p[i] = (unsigned char)(i + 1);
  int sum = 0;
  for (int i = n; i-- > 0;) sum += p[i];
  assert(sum == n * (n + 1) / 2);
  assert(p[n - 1] == n);
  free(p);
  return sum;
}
