// strcpy of a string that is too long on one path.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 16
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  char to[4] = "";
  const char *from = "abc";
  if (c == 'x') from = "abcd";
  strcpy(to, from);
  return to[0];
}
