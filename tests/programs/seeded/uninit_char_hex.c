// A byte of a block that malloc gave is printed.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 9
#include <stdio.h>
#include <stdlib.h>
int main() {
  char *p = malloc(1);
  char d = *p;
  printf("%02x\n", d);
  free(p);
  return 0;
}
