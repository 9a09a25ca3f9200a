// A virtual call on an object that some inputs deleted.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 15
#include "klee/klee.h"

struct Base {
  int n = 3;
  virtual ~Base() {}
  virtual int f() { return n; }
};

static __attribute__((noinline)) int call(Base *b) {
  return b->f();
}

int main() {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  Base *b = new Base;
  if (c < 3) delete b;
  int r = call(b);
  if (c >= 3) delete b;
  return r;
}
