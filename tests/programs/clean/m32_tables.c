// A 32-bit program within its bounds: tables of pointers, long of four bytes.
// expect: output "2 8 4 4\n"
// run: -m32 --opt 0
// run: -m32 --opt 1
// run: -m32 --opt 2
// expect: no errors
#include <stdio.h>

int a = 1, b = 2;
int *table[2] = {&a, &b};

int main(void) {
  volatile int i = 1;
  printf("%d %d %d %d\n", *table[i], (int)sizeof table, (int)sizeof(long), (int)sizeof(void *));
  return 0;
}
