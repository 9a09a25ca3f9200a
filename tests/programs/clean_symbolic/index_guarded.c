// Indices behind checks of bounds, in all kinds of memory.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

static int global[10];

int main(void) {
  unsigned char i, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&k, sizeof k, "k");
  int local[7] = {1, 2, 3, 4, 5, 6, 7};
  char *heap = malloc(20);
  if (!heap) return 1;
  for (int j = 0; j < 20; j++) heap[j] = (char)j;
  int sum = 0;
  if (i < 10) global[i] = 1;
  if (k < 7) sum += local[k];
  if (i + k < 20) sum += heap[i + k];
  if (k >= 1 && k <= 10) sum += global[k - 1];
  if (i < 5 && k < 5 && i * k < 17) sum += heap[i * k + 3];
  free(heap);
  return sum == 30;
}
