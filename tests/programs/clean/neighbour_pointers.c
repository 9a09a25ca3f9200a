// One past the end of an object may equal the address of the next; comparing and subtracting are no access.
// expect: output "1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

char a[8], b[8];

int main(void) {
  char *volatile end = a + 8;
  char *volatile start = b;
  int touches = end == start;
  printf("%d\n", touches * 0 + (end - a == 8));
  return 0;
}
