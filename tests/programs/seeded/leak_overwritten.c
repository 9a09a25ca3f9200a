// The only pointer is overwritten.
// run: --check=leak --libc=musl
// expect: error leak line 8
#include <stdio.h>
#include <stdlib.h>
static char *last;
static void keep(const char *text) {
  last = malloc(8);
  snprintf(last, 8, "%s", text);
}
int main(void) {
  keep("one");
  keep("two");
  puts(last);
  return 0;
}
