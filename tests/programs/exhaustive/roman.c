// Roman numerals of small numbers, and back.
// run: --opt 0
// expect: exhaustive
// expect: paths 29
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static const struct {
  int value;
  const char *text;
} parts[] = {{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};

static int value_of(char c) { return c == 'X' ? 10 : c == 'V' ? 5 : 1; }

int main(void) {
  int n = klee_range(1, 30, "n"), rest = n, length = 0;
  char text[16];
  for (int i = 0; i < 5; i++) {
    while (rest >= parts[i].value) {
      for (const char *s = parts[i].text; *s; s++) text[length++] = *s;
      rest -= parts[i].value;
    }
  }
  int sum = 0;
  for (int i = 0; i < length; i++) {
    int here = value_of(text[i]);
    sum += i + 1 < length && value_of(text[i + 1]) > here ? -here : here;
  }
  assert(sum == n);
  return length;
}
