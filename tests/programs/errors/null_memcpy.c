// memcpy to null with a size that is not zero.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 11
#include <string.h>

int main(void) {
  char from[4] = "abc";
  char *volatile to = 0;
  memcpy(to, from, sizeof from);
  return 0;
}
