// A comparison of strings written as a loop.
// run: --opt 0
// expect: exhaustive
// expect: paths 10
// run: --opt 1
// expect: exhaustive
#include "bonsai.h"

static int compare(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

int main(void) {
  char word[3];
  bonsai_symbolic(word, 2, "word");
  word[2] = 0;
  int order = compare(word, "ok");
  if (order == 0) return 0;
  if (order < 0) return compare(word, "no") > 0 ? 1 : 2;
  return 3;
}
