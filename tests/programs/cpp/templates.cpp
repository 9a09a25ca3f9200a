// Templates: functions, classes, specialisation, recursion, variadic, fold, constexpr, CRTP.
// expect: output "4 2.5 first\n"
// expect: output "1307674368000\n"
// expect: output "90\n"
// expect: output "10 6.5\n"
// expect: output "6 int other\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

template <typename T> T maximum(T a, T b) { return a < b ? b : a; }
template <> const char* maximum(const char* a, const char*) { return a; }
template <int N> struct Factorial { static constexpr long value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr long value = 1; };
template <typename T, int N> struct Array {
  T data[N] = {};
  T& operator[](int i) { return data[i]; }
  template <typename F> T fold(T start, F f) { for (auto& x : data) start = f(start, x); return start; }
};
template <typename... T> auto sum(T... t) { return (t + ...); }
template <typename D> struct Counter { int count() { return static_cast<D*>(this)->step() * 2; } };
struct Three : Counter<Three> { int step() { return 3; } };
template <typename T, typename U> struct Same { static constexpr bool value = false; };
template <typename T> struct Same<T, T> { static constexpr bool value = true; };
template <typename T> const char* kind(T) { if constexpr (Same<T, int>::value) return "int"; else return "other"; }

int main() {
  printf("%d %g %s\n", maximum(3, 4), maximum(2.5, 1.5), maximum("first", "second"));
  printf("%ld\n", Factorial<15>::value);
  Array<int, 5> a;
  for (int i = 0; i < 5; i++) a[i] = i * i;
  printf("%d\n", a.fold(1, [](int x, int y) { return x * 2 + y; }));
  printf("%d %g\n", sum(1, 2, 3, 4), sum(1.5, 2, 3L));
  printf("%d %s %s\n", Three().count(), kind(1), kind(1L));
  return 0;
}
