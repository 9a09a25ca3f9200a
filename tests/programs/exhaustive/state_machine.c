// A machine of four states over a sequence of two bit events.
// run: --opt 0
// expect: exhaustive
// expect: paths 31
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

enum State { closed, opening, open_, failed };

int main(void) {
  unsigned char events;
  klee_make_symbolic(&events, sizeof events, "events");
  enum State state = closed;
  int retries = 0;
  for (int i = 0; i < 4; i++) {
    int event = events >> 2 * i & 3;
    switch (state) {
      case closed:
        if (event == 1) state = opening;
        break;
      case opening:
        if (event == 2) state = open_;
        else if (event == 3 && ++retries == 2) state = failed;
        break;
      case open_:
        if (event == 0) state = closed;
        break;
      case failed: return 4;
    }
  }
  assert(state != failed || retries == 2);
  return state;
}
