// Const overloads, ref-qualifiers, mutable, references in structs, range-for over own iterators, constexpr.
// expect: output "25 5 -1 1\n"
// expect: output "10 2\n"
// expect: output "243\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct Range {
  int from, to;
  struct Iterator { int at; int operator*() const { return at; } Iterator& operator++() { at++; return *this; } bool operator!=(const Iterator& o) const { return at != o.at; } };
  Iterator begin() const { return {from}; }
  Iterator end() const { return {to}; }
};
struct Box {
  int v = 1;
  mutable int reads = 0;
  int& get() & { return v; }
  int get() const& { reads++; return v; }
  int get() && { return -v; }
};
struct View { int& r; const Box& b; };
constexpr int power(int b, int e) { int r = 1; while (e-- > 0) r *= b; return r; }
static_assert(power(2, 10) == 1024);

int main() {
  int sum = 0;
  for (int i : Range{3, 8}) sum += i;
  Box box;
  box.get() = 5;
  const Box& c = box;
  printf("%d %d %d %d\n", sum, c.get(), Box().get(), c.reads);
  View v{box.v, c};
  v.r *= 2;
  printf("%d %d\n", v.b.get(), box.reads);
  volatile int e = 5;
  printf("%d\n", power(3, e));
  return 0;
}
