// One path ends, the other takes more and more memory.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1) return 1;
  for (int i = 0; i < 4000; i++) {
    char* p = malloc(1 << 20);
    if (!p) return 2;
#ifdef AT_ONCE
    free(p);
    p = malloc(4000u << 20);
    memset(p, 1, 4000u << 20);
#else
    memset(p, 1, 1 << 20);
#endif
  }
  return 3;
}
