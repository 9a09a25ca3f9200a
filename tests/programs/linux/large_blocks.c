// Blocks of more than 4 GiB can be had where little of them is used, and a request that no machine fulfils fails.
// native: no, it depends on the machine's memory
// run: --libc=musl
// run: --opt 0
// expect: output "7 0 9 0 7 1\n"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  size_t size = (size_t)5 << 30;
  char *p = malloc(size), *q = calloc(5, (size_t)1 << 30);
  if (!p || !q) return 1;
  p[0] = 7;
  p[size - 1] = 9;
  memcpy(q + ((size_t)1 << 32), "x", 1);
  int before = q[size - 2];
  char *r = realloc(q, 100);
  if (!r) return 2;
  printf("%d %d %d %d %d %d\n", p[0], before, p[size - 1], r[50], *p, malloc(SIZE_MAX / 2) == NULL);
  free(p);
  free(r);
  return 0;
}
// replay: no, the memory of a native run is bounded
