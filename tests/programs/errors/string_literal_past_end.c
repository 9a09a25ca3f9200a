// A read past the terminating zero of a string literal.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 11
#include <stdio.h>

int main(void) {
  const char *volatile s = "abc";
  volatile int i = 4;
  printf("%d\n", s[i]);
  return 0;
}
