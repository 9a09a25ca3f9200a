// Symbolic numbers are printed.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  if (c > 250) printf("large: %d\n", c);
  else if (c == 7) printf("seven: %x %c\n", c, c + 'a');
  return 0;
}
