// The head of a list is freed, its tail is lost.
// run: --check=leak --libc=musl
// expect: error leak line 8
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *push(struct node *next, int value) {
  struct node *made = malloc(sizeof *made);
  *made = (struct node){next, value};
  return made;
}
int main(void) {
  struct node *list = push(push(push(NULL, 1), 2), 3);
  printf("%d\n", list->value);
  free(list);
  return 0;
}
