// An element that was just written is defined, whatever its symbolic index; so is a flag among unwritten ones.
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: no errors
// expect: exhaustive
#include "klee/klee.h"

int main(void) {
  char room[100];
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 100);
  room[n] = 1;
  if (room[n] == 2) return 1;
  if (n > 50) room[3] = 7; else room[3] = 8;
  return room[3] == 7;
}
