// A write after free, in another function.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 9
#include <stdlib.h>

struct list { struct list *next; int value; };
static __attribute__((noinline)) void touch(volatile struct list *l) { l->value = 3; }

int main(void) {
  struct list *volatile l = calloc(1, sizeof *l);
  free(l);
  touch(l);
  return 0;
}
