// A pointer to one of two objects, written through behind the join: the other one must stay.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: no errors
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int first = 10, second[3] = {20, 21, 22}, *p;
  if (c & 1)
    p = &first;
  else if (c & 2)
    p = &second[1];
  else
    p = &second[2];
  *p += c;
  assert(first == (c & 1 ? 10 + c : 10));
  assert(second[0] == 20 && second[1] == ((c & 3) == 2 ? 21 + c : 21));
  assert(second[2] == ((c & 3) == 0 ? 22 + c : 22));
  return 0;
}
