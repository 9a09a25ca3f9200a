// strlen, strchr and strcmp on symbolic bytes.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "bonsai.h"

int main(void) {
  char word[3];
  bonsai_symbolic(word, 2, "word");
  word[2] = 0;
  size_t length = strlen(word);
  if (length == 0) return 1;
  if (strchr(word, 'x')) {
    assert(word[0] == 'x' || word[1] == 'x');
    return 2;
  }
  if (strcmp(word, "hi") == 0) {
    assert(length == 2);
    return 3;
  }
  return length == 1 ? 4 : 5;
}
