// %.3s reads three bytes of an array without a terminating zero.
// expect: output "<abc> <ab>\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("<%.3s> <%.2s>\n", text, text);
  return 0;
}
