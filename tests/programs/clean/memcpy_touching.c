// memcpy between ranges that touch and do not overlap.
// expect: output "abcdefghabcdefgh\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <string.h>

char text[17] = "abcdefgh";

int main(void) {
  volatile size_t n = 8;
  memcpy(text + 8, text, n);
  printf("%s\n", text);
  return 0;
}
