// Pointers and longs of 32 bits.
// run: -m32 --opt 0
// expect: exhaustive
// expect: paths 7
// run: -m32 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Mixed {
  char c;
  long l;
  void *p;
  unsigned char d;
};

int main(void) {
  struct Mixed mixed[3] = {{1, 10, 0, 4}, {2, 20, &mixed[0], 5}, {3, 30, &mixed[1], 6}};
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  assert(sizeof(struct Mixed) == 16 && sizeof(long) == 4);
  struct Mixed *m = &mixed[2];
  for (int i = 0; i < (in & 3) && m; i++) m = m->p;
  if (!m) return 1;
  mixed[in >> 6 == 3 ? 2 : in >> 6].d = 9;
  return m->d == 9 ? 2 : 3;
}
