// A pointer variable is used again after its block was freed and replaced.
// expect: output "4950\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int total = 0;
  for (int i = 0; i < 100; i++) {
    int *volatile p = malloc(sizeof(int) * (i % 7 + 1));
    *p = i;
    total += *p;
    free(p);
  }
  printf("%d\n", total);
  return 0;
}
