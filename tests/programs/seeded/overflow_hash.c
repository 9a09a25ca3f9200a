// A hash of signed numbers.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 8
#include <stdio.h>
static int hash(const char *text) {
  int h = 7;
  for (; *text; text++)
    h = 31 * h + *text;
  return h;
}
int main(void) {
  printf("%d\n", hash("ab"));
  return hash("a longer text") & 1;
}
