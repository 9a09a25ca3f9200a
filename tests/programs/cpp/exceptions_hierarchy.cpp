// Exceptions caught as their base class; first matching handler; catch all; polymorphic.
// expect: output "Base: base\n"
// expect: output "all\n"
// expect: output "Derived: derived\n"
// expect: output "all\n"
// expect: output "something\n"
// expect: output "all\n"
// expect: output "Derived: both\n"
// expect: output "Side 5\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct Base { virtual const char* what() const { return "base"; } virtual ~Base() {} };
struct Derived : Base { const char* what() const override { return "derived"; } };
struct Other { int x[10]; };
struct Side { virtual ~Side() {} int s = 5; };
struct Both : Derived, Side { const char* what() const override { return "both"; } };
static __attribute__((noinline)) void fail(int how) {
  switch (how) {
    case 0: throw Base();
    case 1: throw Derived();
    case 2: throw Other{{1, 2}};
    case 3: throw Both();
  }
}

int main() {
  for (int i = 0; i < 4; i++) {
    try {
      fail(i);
    } catch (const Derived& d) {
      printf("Derived: %s\n", d.what());
    } catch (const Base& b) {
      printf("Base: %s\n", b.what());
    } catch (...) {
      printf("something\n");
    }
    try {
      fail(i);
    } catch (const Side& s) {
      printf("Side %d\n", s.s);
    } catch (...) {
      printf("all\n");
    }
  }
  return 0;
}
