// memmove that ends one byte too far.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 13
#include <stdio.h>
#include <string.h>

char text[8] = "abcdefg";

int main(void) {
  volatile size_t n = 8;
  memmove(text + 1, text, n);
  printf("%s\n", text);
  return 0;
}
