// Lambdas: captures by value and reference, mutable, generic, converted to function pointers, nested.
// expect: output "18 13\n"
// expect: output "3 6\n"
// expect: output "9\n"
// expect: output "3 3.5\n"
// expect: output "123\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

template <typename F> static __attribute__((noinline)) int twice(F f, int x) { return f(f(x)); }
using Function = int (*)(int);
static __attribute__((noinline)) int call(Function f, int x) { return f(x); }

int main() {
  int a = 3, b = 4;
  auto byvalue = [a](int x) { return x * a; };
  auto byref = [&b](int x) { b++; return x + b; };
  auto counter = [n = 0]() mutable { return ++n; };
  a = 100;
  printf("%d %d\n", twice(byvalue, 2), twice(byref, 2));
  counter();
  counter();
  printf("%d %d\n", counter(), b);
  printf("%d\n", call([](int x) { return x - 1; }, 10));
  auto generic = [](auto x, auto y) { return x + y; };
  printf("%d %g\n", generic(1, 2), generic(1.5, 2));
  auto make = [](int k) { return [k](int x) { return [k, x](int y) { return k * 100 + x * 10 + y; }; }; };
  printf("%d\n", make(1)(2)(3));
  return 0;
}
