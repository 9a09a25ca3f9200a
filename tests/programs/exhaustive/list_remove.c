// Removal of a symbolic element from a list, by a pointer to the link.
// run: --opt 0
// expect: exhaustive
// expect: paths 4
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

struct Node {
  unsigned char value;
  struct Node *next;
};

int main(void) {
  unsigned char key, extra;
  klee_make_symbolic(&key, sizeof key, "key");
  klee_make_symbolic(&extra, sizeof extra, "extra");
  struct Node c = {extra, 0}, b = {20, &c}, a = {10, &b}, *head = &a;
  struct Node **link = &head;
  while (*link && (*link)->value != key) link = &(*link)->next;
  if (*link) *link = (*link)->next;
  int length = 0;
  for (struct Node *n = head; n; n = n->next) length++;
  assert(length == 3 - (key == 10 || key == 20 || key == extra));
  return length;
}
