// Copies of gigabytes.
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned long size = 3ul << 30;
  char *p = malloc(size), *q = malloc(size);
  if (!p || !q) return 1;
  memset(p, 7, size);
  memcpy(q, p, size);
  return q[size - 1];
}
