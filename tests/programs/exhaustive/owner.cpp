// An owning pointer that moves on symbolic conditions; nothing is lost or freed twice.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int live;

struct Thing {
  int value;
  explicit Thing(int v) : value(v) { live++; }
  ~Thing() { live--; }
};
class Owner {
 public:
  explicit Owner(Thing *t = nullptr) : thing_(t) {}
  Owner(Owner &&other) : thing_(other.release()) {}
  Owner &operator=(Owner &&other) {
    if (this != &other) {
      delete thing_;
      thing_ = other.release();
    }
    return *this;
  }
  ~Owner() { delete thing_; }
  Thing *release() {
    Thing *t = thing_;
    thing_ = nullptr;
    return t;
  }
  explicit operator bool() const { return thing_; }
  Thing *operator->() const { return thing_; }

 private:
  Thing *thing_;
};

int main() {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  int result = 0;
  {
    Owner a(new Thing(1)), b;
    if (in & 1) b = static_cast<Owner &&>(a);
    if (in & 2) a = Owner(new Thing(5));
    if (in & 4) a = static_cast<Owner &&>(b);
    if (a) result += a->value;
    if (b) result += 10 * b->value;
    assert(live <= 2);
  }
  assert(live == 0);
  return result;
}
