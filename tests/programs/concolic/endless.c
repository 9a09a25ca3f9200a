// Loops that never end are proven, whatever is symbolic in them; those that end are not reported.
// run: --mode=concolic --check endless
// run: --check endless
// expect: paths 3
// expect: exhaustive
#include <klee/klee.h>

static unsigned char table[4];

// Looks for a slot that is free, round and round.
static int find(unsigned start) {
  unsigned at = start % 4;
  // expect: error endless-loop line +1
  while (table[at]) at = (at + 1) % 4;
  return (int)at;
}

int main(void) {
  unsigned x, long_way = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < 200000; i++) long_way += i;
  for (int i = 0; i < 4; i++) table[i] = 1;
  if (x == 17 || x > 1000) return find(x);
  if (x < 100) {
    table[2] = 0;
    return find(3);
  }
  return (int)(long_way & 1);
}
