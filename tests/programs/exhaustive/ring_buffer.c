// A queue in a ring: symbolic pushes and pops, checked against a counter.
// run: --opt 0
// expect: exhaustive
// expect: paths 64
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int ring[3], head, count;

static int push(int v) {
  if (count == 3) return 0;
  ring[(head + count++) % 3] = v;
  return 1;
}
static int pop(int *v) {
  if (count == 0) return 0;
  *v = ring[head];
  head = (head + 1) % 3;
  count--;
  return 1;
}

int main(void) {
  unsigned char operations;
  klee_make_symbolic(&operations, sizeof operations, "operations");
  int pushed = 0, popped = 0;
  for (int i = 0; i < 6; i++) {
    if (operations >> i & 1) {
      pushed += push(pushed);
    } else {
      int v = -1;
      if (pop(&v)) assert(v == popped++);
    }
  }
  assert(count == pushed - popped && count >= 0 && count <= 3);
  return count;
}
