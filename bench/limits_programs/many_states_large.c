// States with a megabyte of their own.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char b[32];
  klee_make_symbolic(b, sizeof b, "b");
  char* p = malloc(1 << 20);
  if (!p) return 1;
  for (int i = 0; i < 32; i++) {
    if (b[i] > 100)
      memset(p, i, 1 << 20);
    else
      memset(p, i + 1, 1 << 20);
  }
  return p[77];
}
