// The middle of two indices.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 6
#include <stdio.h>
static int middle(int low, int high) {
  return (low + high) / 2;
}
int main(void) {
  printf("%d\n", middle(10, 20));
  return middle(2000000000, 2000000002) > 0;
}
