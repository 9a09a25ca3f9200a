// A symbolic string that is terminated for sure.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <string.h>

#include "bonsai.h"

int main(void) {
  char word[4], copy[4];
  bonsai_symbolic(word, 2, "word");
  word[2] = word[3] = 0;
  strcpy(copy, word);
  if (strlen(copy) != strlen(word)) return 1;
  return strcmp(copy, word) != 0;
}
