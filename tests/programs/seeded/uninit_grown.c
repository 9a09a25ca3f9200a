// The new part of a block that realloc has grown.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 10
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *all = calloc(2, sizeof(int));
  all = realloc(all, 4 * sizeof(int));
  printf("%d\n", all[1]);
  if (all[3] == 5) puts("five");
  free(all);
  return 0;
}
