// Comparison by subtraction, inside qsort.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 8
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  int all[] = {INT_MAX, -5};
  qsort(all, 2, sizeof(int), compare);
  printf("%d\n", all[0]);
  return 0;
}
