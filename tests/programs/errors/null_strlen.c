// strlen of null.
// run: --opt 0
// run: --opt 1
// expect: error null-dereference line 9
#include <string.h>

int main(void) {
  const char *volatile s = 0;
  return (int)strlen(s);
}
