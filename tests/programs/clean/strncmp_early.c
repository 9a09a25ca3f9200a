// strncmp stops at the first difference; the count may lie beyond the blocks.
// expect: output "0 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <string.h>

int main(void) {
  const char *volatile s = "abc";
  printf("%d %d\n", strncmp(s, "abd", 2), strncmp(s, "ab", 3) > 0);
  return 0;
}
