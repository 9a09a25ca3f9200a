// Initialisers that point into each other, with offsets, differences, functions, nested structs.
// expect: output "first 2 4\n"
// expect: output "ond 4 16\n"
// expect: output "first 2 4\n"
// expect: output "ond 4 16\n"
// expect: output "4\n"
// expect: output "one five 1\n"
// expect: output "9 2\n"
// expect: output "2.5 3.5 0\n"
// expect: output "3f800000 1 4 0\n"
// expect: output "1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
struct node { const char *name; struct node *next; int *counter; int (*action)(int); };
static int counters[4] = {1, 2, 3, 4};
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static struct node a, b;
static struct node a = {"first", &b, counters + 1, twice};
static struct node b = {"second" + 3, &a, &counters[3], square};
static int *end = counters + 4;
static const char *const words[] = {"zero", "one", [5] = "five"};
static char *inside = (char *)&counters[2] + 1;
static long address = (long)&counters[1];
static double table[2][3] = {{1.5, 2.5}, {3.5}};
static union { float f; unsigned u; } both = {1.0f};
static struct { char c; struct { short s; long l; } in[2]; } deep = {'x', {{1, 2}, {.l = 4}}};
static void *self = &self;

int main(void) {
  struct node *n = &a;
  for (int i = 0; i < 4; i++, n = n->next) printf("%s %d %d\n", n->name, *n->counter, n->action(*n->counter));
  printf("%d\n", (int)(end - counters));
  printf("%s %s %d\n", words[1], words[5], words[3] == 0);
  printf("%d %d\n", (int)(inside - (char *)counters), *(int *)address);
  printf("%g %g %g\n", table[0][1], table[1][0], table[1][2]);
  printf("%x %d %ld %ld\n", both.u, deep.in[0].s, deep.in[1].l, (long)deep.in[1].s);
  printf("%d\n", self == (void *)&self);
  return 0;
}
