// A switch in a loop that continues and breaks both.
// run: --opt 0
// expect: exhaustive
// expect: paths 211
// run: --opt 1
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char word;
  klee_make_symbolic(&word, sizeof word, "word");
  int value = 0;
  for (int i = 0; i < 4; i++) {
    switch (word >> 2 * i & 3) {
      case 0: continue;
      case 1: value += 1; break;
      case 2: value *= 2; break;
      case 3:
        if (value > 2) return 50;
        value = 5;
        break;
    }
    value++;
  }
  return value;
}
