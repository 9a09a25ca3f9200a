// A buffer beside a file that is closed.
// run: --check=leak --libc=musl
// expect: error leak line 8
#include <stdio.h>
#include <stdlib.h>
static int count(const char *path) {
  FILE *file = fopen(path, "r");
  char *line = malloc(64);
  if (!file) return -1;
  int n = 0;
  while (fgets(line, 64, file)) n++;
  fclose(file);
  free(line);
  return n;
}
int main(void) {
  printf("%d\n", count("/there/is/none"));
  return 0;
}
