// Namespaces, scoped enums, using, nested classes, friends, unions with constructors, anonymous unions.
// expect: output "6 1\n"
// expect: output "201 1\n"
// expect: output "42 43\n"
// expect: output "5.5\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

namespace outer { inline namespace v1 { int f() { return 1; } } namespace { int hidden = 5; } namespace inner { int f() { return outer::f() + hidden; } } }
enum class Colour : unsigned char { red, green = 200, blue };
class Safe {
  int secret = 42;
  friend int peek(const Safe&);
 public:
  class Key { public: int turn(const Safe& s) { return s.secret + 1; } };
};
int peek(const Safe& s) { return s.secret; }
struct Variant {
  enum { Int, Double } tag;
  union { int i; double d; };
  Variant(int x) : tag(Int), i(x) {}
  Variant(double x) : tag(Double), d(x) {}
  double get() const { return tag == Int ? i : d; }
};

int main() {
  using outer::inner::f;
  printf("%d %d\n", f(), outer::f());
  Colour c = Colour::blue;
  printf("%d %d\n", static_cast<int>(c), (int)sizeof c);
  printf("%d %d\n", peek(Safe()), Safe::Key().turn(Safe()));
  Variant v[] = {3, 2.5};
  printf("%g\n", v[0].get() + v[1].get());
  return 0;
}
