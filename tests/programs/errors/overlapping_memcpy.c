// memcpy between overlapping ranges.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error overlapping-copy line 13
#include <stdio.h>
#include <string.h>

char text[16] = "abcdefgh";

int main(void) {
  volatile size_t n = 8;
  memcpy(text + 2, text, n);
  printf("%s\n", text);
  return 0;
}
