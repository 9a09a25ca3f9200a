// A megabyte of local arrays.
// expect: output "6\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  volatile char big[1 << 20];
  volatile int n = 1000;
  volatile char vla[n * 100];
  big[0] = 1, big[(1 << 20) - 1] = 2, vla[n * 100 - 1] = 3;
  printf("%d\n", big[0] + big[(1 << 20) - 1] + vla[n * 100 - 1]);
  return 0;
}
