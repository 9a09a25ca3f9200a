// container_of, and a walk from member to struct and back.
// expect: output "3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stddef.h>
#include <stdio.h>
struct link { struct link *next; };
struct item { int value; struct link link; };
#define CONTAINER(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

int main(void) {
  struct item b = {2, {NULL}}, a = {1, {&b.link}};
  int sum = 0;
  for (struct link *volatile l = &a.link; l; l = l->next) sum += CONTAINER(l, struct item, link)->value;
  printf("%d\n", sum);
  return 0;
}
