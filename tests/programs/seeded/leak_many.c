// One of many.
// run: --check=leak --libc=musl
// expect: error leak line 9
#include <stdio.h>
#include <stdlib.h>
static int *all[10];
int main(void) {
  for (int i = 0; i < 10; i++) {
    all[i] = malloc(sizeof(int));
    *all[i] = i;
  }
  printf("%d\n", *all[5]);
  for (int i = 0; i < 10; i++)
    if (i != 6) free(all[i]);
  all[6] = NULL;
  return 0;
}
