// Four paths: two end, one at what is not defined, and with -DBAD one divides by zero.
#include <klee/klee.h>
#include <stdio.h>
int helper(void);
int main(void) {
  char x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 1) {
    printf("one\n");
    return 1;
  }
#ifdef BAD
  if (x == 2) return 7 / (x - 2);
#endif
#ifdef OPEN
  if (x == 3) return helper();
#endif
  printf("other\n");
  return 0;
}
