// An input of four gigabytes.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned long size = 4ul << 30;
  char* p = malloc(size);
  if (!p) return 1;
  klee_make_symbolic(p, size, "p");
  return p[size - 1] > p[0];
}
