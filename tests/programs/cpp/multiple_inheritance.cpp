// Multiple inheritance: casts change the address, thunks adjust it back.
// expect: output "1\n"
// expect: output "4 32 1006\n"
// expect: output "1 3\n"
// expect: output "1\n"
// expect: output "4 32 3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct A { int a = 1; virtual int f() { return a; } virtual ~A() {} };
struct B { int b = 2; virtual int g() { return b; } virtual ~B() {} };
struct C : A, B {
  int c = 3;
  int f() override { return a + c; }
  int g() override { return b + c * 10; }
};
struct D : C { int g() override { return 1000 + a + b + c; } };
static __attribute__((noinline)) int call(B* b) { return b->g(); }

int main() {
  C c;
  D d;
  A* a = &c;
  B* b = &c;
  printf("%d\n", (char*)b != (char*)a);
  printf("%d %d %d\n", a->f(), b->g(), call(&d));
  C* back = static_cast<C*>(b);
  printf("%d %d\n", back == &c, back->c);
  B* none = static_cast<C*>(nullptr);
  printf("%d\n", none == nullptr);
  int (A::*pf)() = &A::f;
  int (C::*pg)() = &C::g;
  int C::*pm = &C::c;
  printf("%d %d %d\n", (a->*pf)(), (c.*pg)(), d.*pm);
  return 0;
}
