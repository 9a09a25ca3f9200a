// A copy of no bytes touches nothing, wherever the pointers lead.
// expect: output "0 abc\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <string.h>

int main(void) {
  volatile size_t none = 0;
  char a[4] = "abc";
  char *volatile end = a + 4;
  memcpy(end, a, none);
  memmove(end, end, none);
  memset(end, 1, none);
  printf("%d %s\n", memcmp(end, a, none), a);
  return 0;
}
