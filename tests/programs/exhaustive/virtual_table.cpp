// Virtual calls on an array of objects at a symbolic index.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Animal {
  virtual int legs() const { return 4; }
};
struct Bird : Animal {
  int legs() const override { return 2; }
};
struct Ant : Animal {
  int legs() const override { return 6; }
};

int main() {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  Animal dog;
  Bird crow;
  Ant ant;
  Animal *all[4] = {&dog, &crow, &ant, &crow};
  int legs = all[in & 3]->legs();
  if (legs == 2) {
    assert(in & 1);
    return 1;
  }
  return legs > 4 ? 2 : 3;
}
