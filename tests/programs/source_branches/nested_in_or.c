// run:
// expect: exhaustive
// expect: paths 15
// run: --opt 0
// expect: exhaustive
// A branch inside what two conditions lead to: all three become values, so that each text is one path for each number of digits.
#include "bonsai.h"

static int to_int(const char *s) {
  int sign = 1, value = 0;
  while (*s == ' ') s++;
  if (*s == '-' || *s == '+') {
    if (*s == '-') sign = -1;
    s++;
  }
  for (; *s >= '0' && *s <= '9'; s++) value = value * 10 + (*s - '0');
  return sign * value;
}

int main(void) {
  char text[5];
  bonsai_symbolic(text, sizeof text, "text");
  text[4] = 0;
  return to_int(text) == 42;
}
