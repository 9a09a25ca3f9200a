// &second[i - 50] is a constant inside of `first`, plus 2 * i: second is meant all the same. Parsers made by bison look up states so.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

static const short first[40] = {1, 2, 3};
static const short second[40] = {4, 5, 6, 7};
static volatile int zero;

__attribute__((noinline)) static int get(const short *place) { return *place; }

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i >= 50);
  klee_assume(i < 90);
  long index = i;
  int sum = first[zero] + get(&second[index - 50]);
  return sum > 6 ? 1 : 0;
}
