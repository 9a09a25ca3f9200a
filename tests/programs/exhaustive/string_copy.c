// strcpy, strcat and strncmp on symbolic bytes.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "bonsai.h"

int main(void) {
  char word[3], both[8];
  bonsai_symbolic(word, 2, "word");
  word[2] = 0;
  strcpy(both, "<");
  strcat(both, word);
  strcat(both, ">");
  size_t length = strlen(both);
  assert(length >= 2 && length <= 4);
  if (strncmp(both, "<a", 2) == 0) return 1;
  if (strrchr(both, '>') != both + length - 1) return 2;
  return 3;
}
