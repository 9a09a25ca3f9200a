// A list that is its own successor: the example of testing data structures with pointers as inputs.
#include <assert.h>
#include <stddef.h>

struct cell {
  int data;
  struct cell *next;
};

static int foo(int v) { return 2 * v + 1; }

int test_me(int x, struct cell *p) {
  if (x > 0)
    if (p != NULL)
      if (foo(x) == p->data)
        if (p->next == p) assert(0);
  return 0;
}
