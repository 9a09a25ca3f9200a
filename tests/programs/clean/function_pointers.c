// Calls through tables and casts of function pointers that end at the right type.
// expect: output "12\n"
// expect: output "2\n"
// expect: output "35\n"
// expect: output "-1\n"
// expect: output "1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int (*operation)(int, int);
static const operation table[] = {add, sub, mul};

int main(void) {
  void *volatile any = (void *)sub;
  for (volatile int i = 0; i < 3; i++) printf("%d\n", table[i](7, 5));
  printf("%d\n", ((operation)any)(1, 2));
  printf("%d\n", (operation)any == sub);
  return 0;
}
