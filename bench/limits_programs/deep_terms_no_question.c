// The same without a question.
#include <klee/klee.h>
unsigned long all[4096];
int main(void) {
  unsigned x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  unsigned long a = x, b = y;
  for (unsigned i = 0;; i++) {
    a = a * b + (a >> 3);
    b = b * a ^ (b << 5);
    all[i % 4096] ^= a;
  }
}
