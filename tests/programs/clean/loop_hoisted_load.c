// A load guarded by the loop condition, which optimisers might hoist.
// expect: output "23 0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdio.h>

static __attribute__((noinline)) int sum(const int *p, const int *limit, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i] + *limit;
  return s;
}

int main(void) {
  int a[2] = {1, 2}, limit = 10;
  printf("%d %d\n", sum(a, &limit, 2), sum(NULL, NULL, 0));
  return 0;
}
