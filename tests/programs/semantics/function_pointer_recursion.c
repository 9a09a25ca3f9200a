// Recursion through function pointers, mutual recursion, a function that returns a function.
// expect: output "1 0\n"
// expect: output "159 21\n"
// expect: output "13\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
typedef int (*step)(int, void *);
static int even(int n, void *other) { return n == 0 ? 1 : ((step)other)(n - 1, (void *)even); }
static int odd(int n, void *other) { return n == 0 ? 0 : ((step)other)(n - 1, (void *)odd); }
static int visit(const int *tree, int at, int (*combine)(int, int)) {
  if (at >= 15) return 0;
  return combine(tree[at], combine(visit(tree, 2 * at + 1, combine), visit(tree, 2 * at + 2, combine)));
}
static int sum(int a, int b) { return a + b; }
static int max(int a, int b) { return a > b ? a : b; }
static int (*choose(int which))(int, int) { return which ? sum : max; }
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

int main(void) {
  int tree[15];
  for (int i = 0; i < 15; i++) tree[i] = i * 37 % 23;
  printf("%d %d\n", even(20, (void *)odd), odd(20, (void *)even));
  printf("%d %d\n", visit(tree, 0, choose(1)), visit(tree, 0, choose(0)));
  printf("%d\n", ackermann(2, 5));
  return 0;
}
