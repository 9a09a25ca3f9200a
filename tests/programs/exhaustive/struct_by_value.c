// Structs passed and returned by value, small and large.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Pair {
  unsigned char x, y;
};
struct Large {
  long rest[6];
  struct Pair pair;
};

static struct Pair swapped(struct Pair p) { return (struct Pair){p.y, p.x}; }
static struct Large grown(struct Large l) {
  l.pair.x += 1;
  l.rest[5] = l.pair.x;
  return l;
}

int main(void) {
  struct Pair p;
  klee_make_symbolic(&p, sizeof p, "p");
  struct Large l = {{1, 2, 3, 4, 5, 6}, p};
  struct Large m = grown(l);
  struct Pair q = swapped(m.pair);
  assert(l.pair.x == p.x && q.x == p.y);
  if (q.y == 0) {
    assert(p.x == 255);
    return 1;
  }
  if (m.rest[5] == l.rest[4] && q.x > q.y) return 2;
  return m.rest[5] > p.y ? 3 : 4;
}
