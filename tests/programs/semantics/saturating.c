// Saturating and elementwise arithmetic, on scalars and vectors.
// expect: output "2147483647 -2147483648 -1\n"
// expect: output "0 4294967295\n"
// expect: output "32767 -32768 12 -12\n"
// expect: output "240 0 2 255\n"
// expect: output "2147483647 -2147483648 7\n"
// expect: output "32000 -1000\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <limits.h>
#include <stdio.h>
typedef short s4 __attribute__((vector_size(8)));
typedef unsigned char b8 __attribute__((vector_size(8)));

int main(void) {
  volatile int a = INT_MAX, b = INT_MIN;
  volatile unsigned u = 5;
  printf("%d %d %d\n", __builtin_elementwise_add_sat(a, 1), __builtin_elementwise_sub_sat(b, 1), __builtin_elementwise_add_sat(a, b));
  printf("%u %u\n", __builtin_elementwise_sub_sat(u, 9u), __builtin_elementwise_add_sat(u, UINT_MAX));
  s4 x = {32000, -32000, 5, -5}, y = {1000, -1000, 7, -7};
  s4 z = __builtin_elementwise_add_sat(x, y);
  printf("%d %d %d %d\n", z[0], z[1], z[2], z[3]);
  b8 p = {250, 1, 2, 3, 4, 5, 6, 7}, q = {10, 5, 5, 5, 5, 5, 5, 5};
  b8 r = __builtin_elementwise_sub_sat(p, q), s = __builtin_elementwise_add_sat(p, q);
  printf("%d %d %d %d\n", r[0], r[1], r[7], s[0]);
  printf("%d %d %d\n", __builtin_elementwise_max(a, b), __builtin_elementwise_min(a, b), __builtin_elementwise_abs(-7));
  s4 m = __builtin_elementwise_max(x, y);
  printf("%d %d\n", m[0], m[1]);
  return 0;
}
