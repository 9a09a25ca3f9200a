// A local that only one path initialises.
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// run: --opt 2 --check=uninit
// expect: error uninitialised line 14
#include <stdio.h>

volatile int choose = 0;

int main(void) {
  int x;
  volatile int *keep = &x;
  if (choose) *keep = 1;
  if (x) printf("set\n");
  return 0;
}
