// One state that takes more and more.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1) return 1;
  for (;;) {
    char* p = malloc(1 << 20);
    if (!p) return 2;
    memset(p, 1, 1 << 20);
  }
}
