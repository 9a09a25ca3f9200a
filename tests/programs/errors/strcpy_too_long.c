// strcpy of a string that does not fit.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 12
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *volatile from = "twelve chars";
  char *volatile to = malloc(12);
  strcpy(to, from);
  return to[0] == 't' ? 0 : 1;
}
