// A hundred thousand inputs of one name.
#include <klee/klee.h>
int main(void) {
  char c;
  for (int i = 0; i < 100000; i++) klee_make_symbolic(&c, 1, "c");
  return c == 7;
}
