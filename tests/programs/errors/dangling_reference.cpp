// A reference to a local of a function that returned.
// run: --opt 0
// run: --opt 1
// expect: error use-after-return line 10
struct Box { int v; };
static __attribute__((noinline)) Box& make() { Box b{5}; Box* volatile p = &b; return *p; }

int main() {
  Box& b = make();
  return static_cast<volatile Box&>(b).v;
}
