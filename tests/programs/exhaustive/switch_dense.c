// A dense switch; every case has its own code.
// run: --opt 0
// expect: exhaustive
// expect: paths 8
// run: --opt 1
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
