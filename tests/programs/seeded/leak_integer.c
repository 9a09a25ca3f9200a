// Only a number that is derived from its address is left.
// run: --check=leak --libc=musl
// expect: error leak line 8
#include <stdio.h>
#include <stdlib.h>
static unsigned long mangled;
int main(void) {
  char *block = malloc(30);
  mangled = (unsigned long)block ^ 0x5555555555555555;
  printf("%d\n", mangled != 0);
  return 0;
}
