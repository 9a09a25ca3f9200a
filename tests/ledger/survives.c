// What lies behind an error that a machine may survive is no proof; what lies behind a failed assertion is one.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x, a[4] = {0};
  klee_make_symbolic(&x, sizeof x, "x");
#ifdef ASSERTION
  assert(x != 7);
#else
  if (x == 7) a[x - 3] = 1;
#endif
  if (x == 7)
    a[0] = 2;
  return a[0];
}
