// Structures copied on one side, and from a place that differs.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct pair {
  short left;
  int right;
  char tail[3];
};

static struct pair swap(struct pair p) {
  struct pair q = p;
  q.left = (short)p.right;
  q.right = p.left;
  return q;
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  struct pair a = {1, 2, "ab"}, b = {3, 4, "cd"}, x;
  if (c < 50)
    x = a;
  else if (c < 100)
    x = swap(b);
  else
    x = (struct pair){c, c, {0}};
  assert(c >= 50 || (x.left == 1 && x.right == 2 && x.tail[1] == 'b'));
  assert(c < 50 || c >= 100 || (x.left == 4 && x.right == 3 && x.tail[0] == 'c'));
  struct pair y = swap(x);
  // expect: error assertion line +1
  assert(y.left != 222);
  return y.right > 3;
}
