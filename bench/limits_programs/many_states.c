// Hundreds of thousands of states.
#include <klee/klee.h>
int hits;
void hit(int i) { hits += i; }
int main(void) {
  unsigned char b[64];
  klee_make_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 64; i++)
    if (b[i] > 100) hit(i);
  return 0;
}
