// From a member back to its struct, the member chosen symbolically.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
// expect: exhaustive
#include <assert.h>
#include <stddef.h>

#include "klee/klee.h"

struct Link {
  struct Link *next;
};
struct Item {
  int value;
  struct Link first, second;
};

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  struct Item item = {42, {0}, {0}};
  struct Link *link = c & 1 ? &item.first : &item.second;
  struct Item *back = (struct Item *)((char *)link - (c & 1 ? offsetof(struct Item, first) : offsetof(struct Item, second)));
  assert(back == &item && back->value == 42);
  return 0;
}
