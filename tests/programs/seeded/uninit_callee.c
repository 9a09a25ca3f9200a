// A value that was never written is handed to a function, which prints it.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 7
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void pr(int x) {
  printf("%d\n", x);
}
int main(void) {
  int *p = malloc(4);
  pr(*p);
  return 0;
}
