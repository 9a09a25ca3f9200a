// Terms that grow for ever.
#include <klee/klee.h>
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned long a = x, b = y;
  for (;;) {
    a = a * b + (a >> 3);
    b = b * a ^ (b << 5);
    if (a == 12345) return 1;
  }
}
