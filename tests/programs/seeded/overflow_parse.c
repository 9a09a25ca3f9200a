// A number is read digit by digit without a bound.
// run: --check=overflow --libc=musl
// expect: error signed-overflow line 7
#include <stdio.h>
static int parse(const char *text) {
  int value = 0;
  while (*text) value = value * 10 + (*text++ - '0');
  return value;
}
int main(void) {
  printf("%d\n", parse("12345"));
  return parse("99999999999") > 0;
}
