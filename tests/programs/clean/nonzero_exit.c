// An exit code of its own is no error.
// expect: output "three\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  printf("three\n");
  return 3;
}
