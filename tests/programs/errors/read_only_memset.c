// memset of a const object.
// run: --opt 0
// run: --opt 1
// expect: error read-only-write line 11
#include <string.h>

const char name[8] = "bonsai";

int main(void) {
  char *volatile p = (char *)name;
  memset(p, 0, 8);
  return 0;
}
