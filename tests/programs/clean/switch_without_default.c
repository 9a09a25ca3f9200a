// A switch that no case matches goes on after it.
// expect: output "end\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  volatile long x = -5;
  switch (x) {
    case 5: printf("five\n"); break;
    case 0x100000005: printf("large\n"); break;
  }
  printf("end\n");
  return 0;
}
