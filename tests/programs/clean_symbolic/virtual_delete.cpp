// Objects deleted through their base, once each.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

struct Base {
  virtual ~Base() {}
  virtual int f() { return 1; }
};
struct Derived : Base {
  int *data = new int[3]{1, 2, 3};
  ~Derived() override { delete[] data; }
  int f() override { return data[2]; }
};

int main() {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  Base *b;
  if (c & 1) b = new Base;
  else b = new Derived;
  int r = b->f();
  if (c & 2) {
    delete b;
    b = nullptr;
  }
  delete b;
  return r;
}
