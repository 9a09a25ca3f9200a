// strtod of a symbolic fraction: its digits are told apart before the long division, which then has no path for each carry.
// run: --libc musl
// expect: paths 9
// expect: exhaustive
#include <stdlib.h>

#include "klee/klee.h"

int main(void) {
  char text[] = ".0";
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[0] == '.');
  klee_assume(text[1] >= '1');
  klee_assume(text[1] <= '9');
  klee_assume(text[2] == 0);
  char *end;
  double number = strtod(text, &end);
  return end == text + 2 && number > 0.05 && number < 0.95 ? 0 : 1;
}
