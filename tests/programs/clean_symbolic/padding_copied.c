// A struct with holes, partly symbolic, is copied and compared member by member.
// run: --check=uninit --opt 0
// run: --check=uninit --opt 1
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <string.h>

#include "bonsai.h"

struct Holes {
  char c;
  int i;
  short s;
};

int main(void) {
  struct Holes a, b, all[2];
  bonsai_symbolic(&a.c, sizeof a.c, "c");
  a.i = a.c * 2;
  a.s = 3;
  b = a;
  memcpy(&all[1], &b, sizeof b);
  assert(all[1].c == a.c && all[1].i == 2 * a.c && all[1].s == 3);
  return all[1].i > 100;
}
