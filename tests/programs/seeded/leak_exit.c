// Lost before exit is called.
// run: --check=leak --libc=musl
// expect: error leak line 7
#include <stdio.h>
#include <stdlib.h>
static void work(void) {
  long *numbers = calloc(10, sizeof(long));
  numbers[3] = 4;
  printf("%ld\n", numbers[3]);
}
int main(void) {
  work();
  exit(0);
}
