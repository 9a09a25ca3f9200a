// A value that must be concrete has more values than are tried.
// run: --max-values 3 --opt 0
// expect: not exhaustive
#include <klee/klee.h>
#include <setjmp.h>
static int f(int n) { return n; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int (*functions[8])(int) = {f, f, f, f, f, f, f, f};
  unsigned long address = (unsigned long)f + x;
  (void)functions;
  // expect: unexplored max-values line +2
  // expect: error out-of-bounds line +1
  klee_check_memory_access((void *)address, 1);
  return 1;
}
