// The bound of a loop.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 9
#include <stdio.h>
int main(int argc, char **argv) {
  int n, sum = 0;
  if (argc > 3) n = 4;
  puts("sum");
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
