// A write into a const table through a cast.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error read-only-write line 12
#include <stdio.h>

const int table[3] = {1, 2, 3};

int main(void) {
  int *volatile p = (int *)table;
  p[1] = 5;
  printf("%d\n", table[1]);
  return 0;
}
