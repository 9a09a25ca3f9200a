// A store at a symbolic index of the greatest object.
#include <klee/klee.h>
#include <stdlib.h>
int hits;
void hit(void) { hits++; }
int main(void) {
  unsigned long at, size = 4ul << 30;
  klee_make_symbolic(&at, sizeof at, "at");
  char* p = malloc(size);
  if (!p || at >= size) return 1;
  for (unsigned long i = 0; i < size; i += size / 64) p[i] = 1;
  p[at] = 5;
  for (unsigned long i = 0; i < size; i += size / 64)
    if (p[i] == 5) hit();
  return 0;
}
