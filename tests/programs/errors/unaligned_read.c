// A read of an int at an odd address.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unaligned line 11
#include <stdio.h>

int main(void) {
  _Alignas(16) char buffer[16] = {0};
  char *volatile p = buffer + 1;
  printf("%d\n", *(int *)p);
  return 0;
}
