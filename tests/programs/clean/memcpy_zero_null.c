// A copy of no bytes from or to null: what compilers and libraries allow, though C once did not.
// native: no-ubsan
// expect: output "abc\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <string.h>

int main(void) {
  volatile size_t none = 0;
  char *volatile null = NULL;
  char a[4] = "abc";
  memcpy(null, a, none);
  memcpy(a, null, none);
  memmove(null, null, none);
  memset(null, 1, none);
  printf("%s\n", a);
  return 0;
}
