// Reads of a table of a million constants at symbolic places.
#include <klee/klee.h>
static unsigned table[1 << 20];
int hits;
void hit(void) { hits++; }
int main(void) {
  for (unsigned i = 0; i < 1 << 20; i++) table[i] = i * 2654435761u;
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned long a = table[x % (1 << 20)], b = table[(a + y) % (1 << 20)];
  if (a + b == 77) hit();
  if (table[(a ^ b) % (1 << 20)] == y) hit();
  return 0;
}
