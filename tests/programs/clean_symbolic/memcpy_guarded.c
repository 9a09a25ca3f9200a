// Copies whose symbolic length and place were checked.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <string.h>

#include "klee/klee.h"

int main(void) {
  unsigned char n, at;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&at, sizeof at, "at");
  char to[8] = {0}, from[4] = "abc";
  if (n <= 4 && at <= 2) memcpy(to + 2 * at, from, n);
  if (n <= 4) memmove(to + 1, to, n);
  if (n == 0) memcpy(to, from + 4, n);
  return to[1] == 'a';
}
