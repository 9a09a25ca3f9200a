// A branch on a local that was never written.
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: error uninitialised line 9
#include <stdio.h>

int main(void) {
  int x;
  if (x > 3) printf("big\n");
  return 0;
}
