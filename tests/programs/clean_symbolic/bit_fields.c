// A bit-field is written before its neighbours are.
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

struct Packed {
  unsigned a : 5, b : 9, c : 18;
};

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  struct Packed p;
  p.b = in;
  if (p.b > 200) return 1;
  p.a = in;
  p.c = 0;
  return p.a == 3 && p.b == 35;
}
