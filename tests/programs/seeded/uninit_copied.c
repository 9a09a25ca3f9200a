// Copied with the whole structure, used later.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 15
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct point { int x, y; };
int main(void) {
  struct point *all = malloc(3 * sizeof *all), kept[3];
  all[0] = (struct point){1, 2};
  all[1].x = 3;
  memcpy(kept, all, sizeof kept);
  free(all);
  printf("%d\n", kept[0].y);
  if (kept[1].x + kept[1].y > 4)
    puts("far");
  return 0;
}
