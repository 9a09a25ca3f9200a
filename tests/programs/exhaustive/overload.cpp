// Operators and conversions of a type of fractions.
// run: --opt 0
// expect: exhaustive
// expect: paths 11
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

struct Fraction {
  int n, d;
  Fraction(int a, int b = 1) : n(a), d(b) {
    int g = gcd(a, b);
    if (g > 1) n /= g, d /= g;
  }
  friend Fraction operator+(Fraction a, Fraction b) { return Fraction(a.n * b.d + b.n * a.d, a.d * b.d); }
  friend bool operator==(Fraction a, Fraction b) { return a.n == b.n && a.d == b.d; }
  friend bool operator<(Fraction a, Fraction b) { return a.n * b.d < b.n * a.d; }
};

int main() {
  int a = klee_range(0, 6, "a"), b = klee_range(1, 5, "b");
  Fraction x(a, b), y = x + Fraction(1, 2);
  assert(x < y);
  if (y == 1) {
    assert(2 * a == b);
    return 1;
  }
  return y < 2 ? 2 : 3;
}
