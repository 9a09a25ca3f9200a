// A counter at its end.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 9
#include <limits.h>
#include <stdio.h>
int main(void) {
  int count = INT_MAX - 2;
  for (int i = 0; i < 5; i++) {
    count++;
    printf("%d\n", i);
  }
  return 0;
}
