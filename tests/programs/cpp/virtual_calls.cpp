// Virtual calls through base pointers and references, pure virtual, final, calls in constructors.
// expect: output "make square\n"
// expect: output "square 4\n"
// expect: output "shape 3\n"
// expect: output "ring 9\n"
// expect: output "~Shape\n"
// expect: output "~Shape\n"
// expect: output "~Square\n"
// expect: output "~Shape\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct Shape {
  virtual double area() const = 0;
  virtual const char* name() const { return "shape"; }
  virtual ~Shape() { printf("~%s\n", "Shape"); }
};
struct Square final : Shape {
  double side;
  explicit Square(double s) : side(s) { printf("make %s\n", name()); }
  double area() const override { return side * side; }
  const char* name() const override { return "square"; }
  ~Square() override { printf("~Square\n"); }
};
struct Circle : Shape {
  double radius;
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3 * radius * radius; }
};
struct Ring : Circle {
  double inner;
  Ring(double r, double i) : Circle(r), inner(i) {}
  double area() const override { return Circle::area() - 3 * inner * inner; }
  const char* name() const override { return "ring"; }
};
static __attribute__((noinline)) void show(const Shape& s) { printf("%s %g\n", s.name(), s.area()); }

int main() {
  Square square(2);
  Circle circle(1);
  Ring ring(2, 1);
  const Shape* shapes[] = {&square, &circle, &ring};
  for (auto* s : shapes) show(*s);
  return 0;
}
