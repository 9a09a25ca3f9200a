// Many inputs, and a fork at some of them.
#include <klee/klee.h>
int hits;
void hit(void) { hits++; }
int main(void) {
  char c;
  for (int i = 0; i < 100000; i++) {
    klee_make_symbolic(&c, 1, "c");
    if (i % 5000 == 0 && c > 10) hit();
  }
  return 0;
}
