// strlen of an array without a terminating zero.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 11
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4] = {'a', 'b', 'c', 'd'};
  printf("%zu\n", strlen(text));
  return 0;
}
