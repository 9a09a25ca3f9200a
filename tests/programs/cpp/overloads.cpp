// Overloads, operators, default arguments, references, conversion operators.
// expect: output "3 6 1 0\n"
// expect: output "2 2.5\n"
// expect: output "1 3\n"
// expect: output "long double string rvalue\n"
// expect: output "2 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
extern "C" int printf(const char*, ...);

struct Complex {
  double re, im;
  Complex(double r = 0, double i = 0) : re(r), im(i) {}
  Complex operator+(const Complex& o) const { return {re + o.re, im + o.im}; }
  Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  Complex& operator+=(const Complex& o) { re += o.re; im += o.im; return *this; }
  Complex operator-() const { return {-re, -im}; }
  bool operator==(const Complex& o) const { return re == o.re && im == o.im; }
  explicit operator bool() const { return re != 0 || im != 0; }
  double operator[](int i) const { return i ? im : re; }
  Complex operator()(double k) const { return {re * k, im * k}; }
  Complex& operator++() { re++; return *this; }
  Complex operator++(int) { Complex old = *this; re++; return old; }
};
static const char* f(int) { return "int"; }
static const char* f(long) { return "long"; }
static const char* f(double) { return "double"; }
static const char* f(const char*) { return "string"; }
static const char* f(const int&, int = 3) { return "int and default"; }
static const char* f(int&&, const char*) { return "rvalue"; }
static void swap(int& a, int& b) { int t = a; a = b; b = t; }

int main() {
  Complex a(1, 2), b = 3;
  Complex c = a * b + -a;
  c += a;
  printf("%g %g %d %d\n", c.re, c.im, c == a * b, Complex() ? 1 : 0);
  printf("%g %g\n", a[1], a(2.5)[0]);
  Complex d = a++;
  ++a;
  printf("%g %g\n", d.re, a.re);
  printf("%s %s %s %s\n", f(1L), f(1.5), f("x"), f(5, "x"));
  int x = 1, y = 2;
  swap(x, y);
  printf("%d %d\n", x, y);
  return 0;
}
