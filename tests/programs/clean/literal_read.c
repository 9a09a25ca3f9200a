// String literals and const tables are read, also at their last byte.
// expect: output "0 c 3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
const int table[3] = {1, 2, 3};

int main(void) {
  const char *volatile s = "constant";
  volatile int i = 8;
  printf("%d %c %d\n", s[i], s[0], table[i / 4]);
  return 0;
}
