// 64 bits are not enough either.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 9
#include <limits.h>
#include <stdio.h>
static long factorial(int n) {
  long result = 1;
  for (int i = 2; i <= n; i++)
    result *= i;
  return result;
}
int main(void) {
  printf("%ld\n", factorial(20));
  return factorial(21) > 0;
}
