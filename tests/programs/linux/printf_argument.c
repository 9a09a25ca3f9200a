// An argument that printf reads and nobody passed.
// run: --libc musl
// expect: error out-of-bounds line 8
#include <stdio.h>

int main(void) {
  const char *volatile format = "%s %s\n";
  printf(format, "one");
  return 0;
}
// replay: no, AddressSanitizer does not see it
