// Static locals keep their value; shadowed names; linkage of statics.
// expect: output "16 18 2 1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static int next(void) { static int n = 10; return n++; }
static int *slot(int i) { static int slots[4] = {1, 2, 3, 4}; return &slots[i]; }

int main(void) {
  for (int i = 0; i < 5; i++) next();
  *slot(2) += next();
  int i = 1;
  { int i = 2; { int i = 3; (void)i; } *slot(0) = i; }
  printf("%d %d %d %d\n", next(), *slot(2), *slot(0), i);
  return 0;
}
