// expect, assume, object_size, constant_p, prefetch, unreachable, choose_expr, types_compatible, launder-like.
// expect: output "2 1 1\n"
// expect: output "20 15\n"
// expect: output "-1 0\n"
// expect: output "2\n"
// expect: output "3 0\n"
// expect: output "3\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) int branch(int x) {
  if (__builtin_expect(x > 5, 0)) return 1;
  if (__builtin_expect_with_probability(x == 3, 1, 0.9)) return 2;
  __builtin_assume(x < 3 || x > 3);
  return x;
}

int main(void) {
  volatile int n = 3;
  char buffer[20];
  printf("%d %d %d\n", branch(n), branch(n + 5), branch(n - 2));
  printf("%d %d\n", (int)__builtin_object_size(buffer, 0), (int)__builtin_object_size(buffer + 5, 1));
  char *volatile unknown = buffer;
  printf("%d %d\n", (int)__builtin_object_size(unknown, 0), (int)__builtin_object_size(unknown, 2));
  printf("%d\n", __builtin_constant_p(5) + __builtin_constant_p("x"[0]));
  __builtin_prefetch(buffer);
  __builtin_prefetch(buffer + 3, 1, 3);
  int *p = __builtin_assume_aligned(malloc(16), 16);
  *p = n;
  printf("%d %d\n", *p, __builtin_types_compatible_p(int, long));
  free(p);
  printf("%d\n", __builtin_choose_expr(1, n, 9));
  return 0;
}
