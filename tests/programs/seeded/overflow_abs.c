// The absolute value of the least number.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 6
#include <limits.h>
#include <stdio.h>
static int magnitude(int x) { return x < 0 ? -x : x; }
int main(void) {
  printf("%d\n", magnitude(-5));
  return magnitude(INT_MIN) < 0;
}
