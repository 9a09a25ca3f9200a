// A block is lost in a function; the first heap object of the program.
// run: --check=leak --libc=musl
// expect: error leak line 7
#include <stdlib.h>
#include <stdio.h>
void bad(void) {
  int *p = malloc(400);
  p[0] = 0;
}
int main(void) {
  bad();
  printf("%s\n", "b");
  return 0;
}
