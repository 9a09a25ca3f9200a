// A call of a pure virtual function from a constructor.
// run: --opt 0
// expect: error abort
struct Base;
static __attribute__((noinline)) void poke(Base* b);
struct Base {
  Base() { poke(this); }
  virtual void f() = 0;
};
struct Derived : Base { void f() override {} };
static void poke(Base* b) { b->f(); }

int main() { Derived d; }
