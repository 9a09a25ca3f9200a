// A write into a literal on one path.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error read-only-write line 13
#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char copy[8] = "text", *volatile p = copy;
  if (c == 200) p = (char *)"text";
  p[c & 3] = 'T';
  return copy[0] == 'T';
}
