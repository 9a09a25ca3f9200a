// Rounding up to a multiple.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 7
#include <stdio.h>
#include <stdlib.h>
static int round_up(int n, int to) {
  return (n + to - 1) / to * to;
}
int main(void) {
  printf("%d\n", round_up(13, 8));
  return round_up(atoi("2147483640"), 64) > 0;
}
