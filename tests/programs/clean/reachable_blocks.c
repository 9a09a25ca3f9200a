// What something still points to when the program ends is no leak: from variables, from locals of functions that have not returned,
// from other blocks, and in their middle.
// run: --check=leak
// run: --check=leak --opt 0
// run: --check=leak --libc=musl
// expect: output "3 12\n"
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; char *text; };
static struct node *head;
static char *middle;
static void stop(const struct node *local) {
  printf("%d %d\n", local->text[0], middle[1]);
  fflush(stdout);
  exit(0);
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *made = malloc(sizeof *made);
    made->next = head;
    made->text = malloc(5);
    made->text[0] = (char)(i + 1);
    head = made;
  }
  middle = (char *)calloc(100, 1) + 50;
  middle[1] = 12;
  char *mine = malloc(20);
  struct { struct node *node; int n; } pair = {malloc(sizeof(struct node)), 1};
  pair.node->text = malloc(3);
  pair.node->text[0] = mine ? 3 : 0;
  pair.node->next = NULL;
  stop(pair.node);
  return 0;
}
