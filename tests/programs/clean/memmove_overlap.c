// memmove between overlapping ranges, both ways.
// expect: output "ababcdefgh\n"
// expect: output "bcdefgh\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <string.h>

char text[16] = "abcdefgh";

int main(void) {
  volatile size_t n = 8;
  memmove(text + 2, text, n);
  printf("%s\n", text);
  memmove(text, text + 3, n);
  printf("%s\n", text);
  return 0;
}
