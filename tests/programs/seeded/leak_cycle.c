// Two blocks that point to each other and are reached from nowhere.
// run: --check=leak --libc=musl
// expect: error leak line 8
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *other; };
static void make(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
}
int main(void) {
  make();
  puts("made");
  return 0;
}
