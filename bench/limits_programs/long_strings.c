// Strings of hundreds of megabytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned long size = 400ul << 20;
  char *p = malloc(size), *q = malloc(size);
  if (!p || !q) return 1;
  memset(p, 'a', size - 1);
  p[size - 1] = 0;
  strcpy(q, p);
  printf("%s", q);
  return strlen(q) == size - 1 && strcmp(p, q) == 0;
}
