// A symbolic byte in each of a billion places.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  unsigned long size = 1ul << 30;
  char* p = malloc(size);
  if (!p) return 1;
  memset(p, c, size);
  return p[size / 2] > 3;
}
