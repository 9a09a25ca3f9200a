// A pointer compared with null before use; null plus nothing.
// expect: output "6 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>
struct node { int value; struct node *next; };

static __attribute__((noinline)) int sum(const struct node *n) {
  int s = 0;
  for (; n; n = n->next) s += n->value;
  return s;
}

int main(void) {
  struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
  printf("%d %d\n", sum(&a), sum(NULL));
  return 0;
}
