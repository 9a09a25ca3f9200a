// A pointer stored byte by byte and put together again.
// expect: output "7\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  int x = 7;
  int *p = &x, *q;
  volatile unsigned char bytes[sizeof p];
  for (unsigned i = 0; i < sizeof p; i++) bytes[i] = ((unsigned char *)&p)[i];
  for (unsigned i = 0; i < sizeof q; i++) ((unsigned char *)&q)[i] = bytes[i];
  printf("%d\n", *q);
  return 0;
}
