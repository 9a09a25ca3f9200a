// Output that depends on the path.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
// expect: exhaustive
#include <stdio.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  for (int i = 1; i <= 15; i += 7) {
    if (n % i == 3) printf("%d leaves three\n", i);
  }
  if (n > 250) puts("large");
  else if (n < 5) putchar('s');
  printf("%s %c %5.2f\n", "end", 'x', 1.5);
  return 0;
}
