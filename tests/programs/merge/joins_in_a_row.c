// Joins that stand one behind the other, with nothing that is counted between them: a path that waited in vain at one, and was merged
// at the next, is replayed to the right one.
// run: --opt 1 --merge=always --merge-max-differences 1000 --verify-replay
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  unsigned char day;
  klee_make_symbolic(&day, sizeof day, "day");
  int hours;
  switch (day % 10) {
    case 0: hours = 0; break;
    case 1: hours = 8; break;
    case 2: hours = 7; break;
    case 3: hours = 9; break;
    case 4: hours = 6; break;
    case 5: hours = 5; break;
    case 6: hours = day > 100 ? 1 : 2; break;
    default: hours = 24; break;
  }
  if (hours > 8) return 1;
  return 0;
}
