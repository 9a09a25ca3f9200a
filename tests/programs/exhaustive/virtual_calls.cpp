// Virtual calls on objects that branches made.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
  virtual bool round() const { return false; }
};
struct Square : Shape {
  int side;
  explicit Square(int s) : side(s) {}
  int area() const override { return side * side; }
};
struct Disc : Shape {
  int radius;
  explicit Disc(int r) : radius(r) {}
  int area() const override { return 3 * radius * radius; }
  bool round() const override { return true; }
};

int main() {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  Shape *shape;
  if (in & 1) shape = new Square(in >> 1 & 7);
  else shape = new Disc(in >> 1 & 7);
  int area = shape->area();
  assert(shape->round() == !(in & 1));
  delete shape;
  return area > 48 ? 1 : area == 0 ? 2 : 3;
}
