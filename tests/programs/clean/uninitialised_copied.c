// Uninitialised bytes are copied and then overwritten; only their use would be an error.
// expect: output "12 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// run: --opt 0 --check=uninit
// run: --opt 1 --check=uninit
// expect: no errors
#include <stdio.h>

int main(void) {
  int a[8], b[8];
  volatile int *va = a;
  for (int i = 0; i < 8; i += 2) va[i] = i;
  for (int i = 0; i < 8; i++) ((unsigned char *)b)[i] = ((unsigned char *)a)[i];
  int sum = 0;
  for (int i = 0; i < 8; i += 2) sum += a[i];
  printf("%d %d\n", sum, b[0]);
  return 0;
}
