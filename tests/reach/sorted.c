// A function that the C library calls back: it is called by who gives it to qsort().
// reach: --target order --strategy sdse
// answer: order reached
// reach: --target sorted.c:15 --strategy ccbse(sdse)
// answer: sorted.c:15 reached
// reach: --target sorted.c:15
// answer: sorted.c:15 reached
#include <klee/klee.h>
#include <stdlib.h>

static int met;

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x == 11 && y == 12) met = 1;
  return (x > y) - (x < y);
}

int main(void) {
  int numbers[3];
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  qsort(numbers, 3, sizeof(int), order);
  return met;
}
