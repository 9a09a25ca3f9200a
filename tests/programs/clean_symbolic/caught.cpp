// Every exception that is thrown is caught.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static int risky(unsigned char c) {
  if (c % 16 == 0) throw c;
  if (c % 16 == 1) throw 1.5;
  return c % 16;
}

int main() {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  try {
    return risky(c);
  } catch (unsigned char u) {
    return u > 100;
  } catch (double) {
    return 2;
  }
}
