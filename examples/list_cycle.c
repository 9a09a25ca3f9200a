// A linked list whose links are symbolic, so that it may have a cycle. The walk with two pointers finds every cycle; the
// count that trusts the list does not end well.
// run: --opt 1
// expect: error assertion line 38
#include <assert.h>

#include "klee/klee.h"

enum { count = 4 };

struct Node {
  struct Node *next;
};

static int has_cycle(const struct Node *head) {
  const struct Node *slow = head, *fast = head;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast) return 1;
  }
  return 0;
}

int main(void) {
  struct Node nodes[count];
  for (int i = 0; i < count; i++) {
    int to = klee_range(0, count + 1, "to");
    nodes[i].next = 0;
    for (int k = 0; k < count; k++) {
      if (to == k) nodes[i].next = &nodes[k];
    }
  }
  int cycle = has_cycle(&nodes[0]), length = 0;
  for (const struct Node *n = &nodes[0]; n && length <= count; n = n->next) length++;
  assert(cycle == (length > count));  // holds on all lists
  // And what somebody thought of lists made of these nodes:
  assert(length <= count);
  return length;
}
