// A list with the elements whose bits are set, walked and reversed.
// run: --opt 0
// expect: exhaustive
// expect: paths 32
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

struct Node {
  struct Node *next;
  int value;
};

int main(void) {
  unsigned char bits;
  klee_make_symbolic(&bits, sizeof bits, "bits");
  struct Node *list = 0;
  int expected = 0;
  for (int i = 0; i < 5; i++) {
    if (!(bits >> i & 1)) continue;
    struct Node *node = malloc(sizeof *node);
    if (!node) return 1;
    node->next = list;
    node->value = i;
    list = node;
    expected += i;
  }
  struct Node *reversed = 0;
  while (list) {
    struct Node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  int sum = 0, last = -1;
  while (reversed) {
    assert(reversed->value > last);
    last = reversed->value;
    sum += last;
    struct Node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  assert(sum == expected);
  return sum;
}
