// alloca in a loop, variable-length arrays in one and two dimensions, in recursion.
// expect: output "285 766 5150 55\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
struct cell { struct cell *next; int value; };
static __attribute__((noinline)) int list(int n) {
  struct cell *head = 0;
  for (int i = 0; i < n; i++) {
    struct cell *c = __builtin_alloca(sizeof *c);
    c->next = head, c->value = i * i;
    head = c;
  }
  int sum = 0;
  for (; head; head = head->next) sum += head->value;
  return sum;
}
static __attribute__((noinline)) int matrix(int n, int m) {
  int a[n][m], sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
  for (int i = 0; i < n; i++) sum += a[i][m - 1 - i % m];
  return sum + (int)sizeof a;
}
static __attribute__((noinline)) int scopes(int n) {
  int total = 0;
  for (int i = 1; i <= n; i++) {
    char v[i * 10];
    v[0] = 1, v[i * 10 - 1] = i;
    total += v[0] + v[i * 10 - 1];
  }
  return total;
}
static int recurse(int n) {
  if (n == 0) return 0;
  int v[n];
  v[n - 1] = n;
  return v[n - 1] + recurse(n - 1);
}

int main(void) {
  volatile int n = 10;
  printf("%d %d %d %d\n", list(n), matrix(n, 7), scopes(n * 10), recurse(n));
  return 0;
}
