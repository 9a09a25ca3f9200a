// A string that is not terminated if the last byte is not zero.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error out-of-bounds line 10
#include "bonsai.h"

static __attribute__((noinline)) int length(const char *s) {
  int n = 0;
  while (s[n]) n++;
  return n;
}

int main(void) {
  char word[3] = "ab";
  bonsai_symbolic(word + 2, 1, "last");
  return length(word);
}
