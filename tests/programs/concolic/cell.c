// The cell that is its own successor, in at most five runs: the driver is written out here; bonsai test writes one like it (tests/check_units).
// run: --mode=concolic --search=dfs --first=x=236 --opt 0 --jobs 1
// expect: paths 5
// expect: exhaustive
#include <assert.h>
#include <klee/klee.h>

struct cell {
  int data;
  struct cell* next;
};

static int foo(int v) { return 2 * v + 1; }

static int test_me(int x, struct cell* p) {
  if (x > 0)
    if (p)
      if (foo(x) == p->data)
        // expect: error assertion line +1
        if (p->next == p) assert(0);
  return 0;
}

int main(void) {
  int x;
  unsigned char which, next;
  static struct cell cells[2];
  struct cell* choices[] = {0, &cells[0], &cells[1]};
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&which, 1, "p");
  klee_make_symbolic(&next, 1, "p->next");
  klee_make_symbolic(&cells[0].data, sizeof cells[0].data, "p->data");
  klee_assume(which < 2);
  klee_assume(next < 3);
  cells[0].next = choices[next];
  return test_me(x, choices[which]);
}
