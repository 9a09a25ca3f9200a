// A machine of states: a switch in a loop, with a state that differs behind each round.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

enum { START, WORD, NUMBER, ENDED };

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  int state = START, words = 0, numbers = 0;
  for (int i = 0; i < 4 && state != ENDED; i++) {
    switch (state) {
    case START:
      if (text[i] == 'a') state = WORD, words++;
      else if (text[i] == '1') state = NUMBER, numbers++;
      else if (text[i] == 0) state = ENDED;
      break;
    case WORD:
      if (text[i] == ' ') state = START;
      break;
    case NUMBER:
      if (text[i] == ' ') state = START;
      else if (text[i] == 'a') state = WORD, words++;
      break;
    }
  }
  assert(words + numbers <= 4);
  // expect: error assertion line +1
  assert(words < 2 || numbers == 0 || text[0] != '1');
  return state;
}
