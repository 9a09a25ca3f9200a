// A member of a struct at address null: small offsets from null are null dereferences too.
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error null-dereference line 13
#include <stddef.h>
struct node { long key, pad[4]; struct node *next; };

int main(void) {
  struct node only = {1, {0}, NULL};
  struct node *volatile n = &only;
  n = n->next;
  n->next = &only;
  return 0;
}
