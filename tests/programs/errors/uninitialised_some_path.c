// A local that only one path initialises.
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: error uninitialised line 13
#include <stdio.h>

volatile int choose = 0;

int main(void) {
  int x;
  volatile int *keep = &x;
  if (choose) *keep = 1;
  if (x) printf("set\n");
  return 0;
}
