// A local array initialised from a literal may be written.
// expect: output "Constant\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  char text[] = "constant";
  volatile int i = 0;
  text[i] = 'C';
  printf("%s\n", text);
  return 0;
}
