// Inline assembly that is empty or common.
// expect: output "5\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

int main(void) {
  int x = 5;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("nop");
  __asm__("" : "+r"(x));
  printf("%d\n", x);
  return 0;
}
