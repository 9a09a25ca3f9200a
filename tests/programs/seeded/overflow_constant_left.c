// A constant minus a value.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 7
#include <limits.h>
#include <stdio.h>
static int left(int used) {
  return -10 - used;
}
int main(void) {
  printf("%d %d\n", left(0), left(INT_MIN));
  return left(INT_MAX);
}
