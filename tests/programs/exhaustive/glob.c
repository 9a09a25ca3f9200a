// A recursive matcher of patterns with star and question mark; pattern and text are symbolic.
// run: --opt 0
// expect: exhaustive
// expect: paths 37
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

static int match(const char *pattern, const char *text) {
  if (*pattern == 0) return *text == 0;
  if (*pattern == '*') return match(pattern + 1, text) || (*text && match(pattern, text + 1));
  if (*text == 0) return 0;
  if (*pattern != '?' && *pattern != *text) return 0;
  return match(pattern + 1, text + 1);
}

int main(void) {
  static const char letters[4] = {'*', '?', 'a', 'b'};
  char pattern[4] = {0}, text[3] = {0};
  for (int i = 0; i < 3; i++) pattern[i] = letters[klee_range(0, 4, "pattern")];
  for (int i = 0; i < 2; i++) text[i] = (char)('a' + klee_range(0, 2, "text"));
  return match(pattern, text);
}
