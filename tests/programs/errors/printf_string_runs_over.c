// %s of an array without a terminating zero.
// run: --opt 0
// run: --opt 1
// expect: error out-of-bounds line 9
#include <stdio.h>

int main(void) {
  char text[2] = {'a', 'b'};
  printf("<%s>\n", text);
  return 0;
}
