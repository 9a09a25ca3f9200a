// A string to number function. All its paths are found, and the overflow: the check looks before the last digit is added.
// run: --opt 1 --check=overflow
// expect: error signed-overflow line 19
#include <limits.h>
#include <stdio.h>

#include "klee/klee.h"

static int to_int(const char *s) {
  int sign = 1, value = 0;
  while (*s == ' ') s++;
  if (*s == '-' || *s == '+') {
    if (*s == '-') sign = -1;
    s++;
  }
  for (; *s >= '0' && *s <= '9'; s++) {
    if (value > INT_MAX / 10) return sign > 0 ? INT_MAX : INT_MIN;
    int digit = *s - '0';
    value = value * 10 + digit;
  }
  return sign * value;
}

int main(void) {
  char text[13];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[sizeof text - 1] == '\0');
  if (to_int(text) == 1234) puts("1234");
  return 0;
}
