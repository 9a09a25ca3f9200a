// An index that was never set.
// run: --check=uninit --libc=musl
// expect: error uninitialised line 10
#include <stdio.h>
static const int table[4] = {1, 2, 3, 4};
int main(int argc, char **argv) {
  unsigned i;
  if (argc > 5) i = 2;
  printf("%d\n", argc);
  return table[i & 3];
}
