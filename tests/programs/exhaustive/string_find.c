// The first place of a two byte word in a text.
// run: --opt 0
// expect: exhaustive
// expect: paths 13
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

static const char text[] = "abracadabra";

int main(void) {
  char word[2];
  klee_make_symbolic(word, sizeof word, "word");
  for (int i = 0; text[i + 1]; i++) {
    if (text[i] == word[0] && text[i + 1] == word[1]) return i;
  }
  return 99;
}
