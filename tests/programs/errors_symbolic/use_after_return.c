// A function returns the address of its local on some inputs.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-return line 22
#include "klee/klee.h"

static int global = 4;

static __attribute__((noinline)) int *pick(unsigned char c) {
  volatile int local = 5;
  int *volatile p = &global;
  if (c % 10 == 9) p = (int *)&local;
  return p;
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int *(*volatile f)(unsigned char) = pick;
  int *p = f(c);
  return *p;
}
