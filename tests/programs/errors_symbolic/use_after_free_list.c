// The loop that frees a list goes on from the freed node, if there are two.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error use-after-free line 24
#include <stdlib.h>

#include "klee/klee.h"

struct Node {
  struct Node *next;
};

int main(void) {
  int n = klee_range(0, 3, "n");
  struct Node *list = 0;
  for (int i = 0; i < n; i++) {
    struct Node *node = malloc(sizeof *node);
    if (!node) return 1;
    node->next = list;
    list = node;
  }
  int length = 0;
  for (struct Node *p = list; p; p = p->next) {
    length++;
    free(p);
  }
  return length;
}
