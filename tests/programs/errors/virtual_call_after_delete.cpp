// A virtual call on a deleted object reads its table pointer.
// run: --opt 0
// run: --opt 1
// expect: error use-after-free line 10
struct Base { virtual int f() { return 1; } virtual ~Base() {} };

int main() {
  Base* volatile b = new Base;
  delete b;
  return b->f();
}
