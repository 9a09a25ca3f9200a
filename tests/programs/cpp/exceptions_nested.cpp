// Rethrow, nested try blocks, throw from a handler, exceptions through function pointers and virtual calls.
// expect: output "inner 2\n"
// expect: output "main 2\n"
// expect: output "outer int 1\n"
// expect: output "main 10\n"
// expect: output "long 5\n"
// expect: output "2\n"
// expect: output "again 1\n"
// expect: output "c\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct E { int level; E(int l) : level(l) {} E(const E& o) : level(o.level) {} ~E() {} };
static __attribute__((noinline)) void inner(int n) {
  try {
    if (n == 0) throw E(1);
    throw n;
  } catch (E& e) {
    e.level++;
    printf("inner %d\n", e.level);
    throw;
  }
}
static __attribute__((noinline)) void outer(int n) {
  try {
    inner(n);
  } catch (int x) {
    printf("outer int %d\n", x);
    throw E(x * 10);
  }
}
struct Base { virtual void run() = 0; };
struct Thrower : Base { void run() override { throw 5L; } };
static void through(void (*f)(int), int n) { f(n); }

int main() {
  void (*volatile f)(int) = outer;
  for (int i = 0; i < 2; i++) {
    try { through(f, i); } catch (const E& e) { printf("main %d\n", e.level); }
  }
  Thrower t;
  Base* volatile b = &t;
  try { b->run(); } catch (long l) { printf("long %ld\n", l); }
  try {
    try { throw 1; } catch (int) { try { throw 2.0; } catch (double d) { printf("%g\n", d); } throw; }
  } catch (int x) { printf("again %d\n", x); }
  try { try { throw 'c'; } catch (int) { printf("wrong\n"); } } catch (char c) { printf("%c\n", c); }
  return 0;
}
