// Vector extensions: arithmetic, comparison, shuffles, element access, conversions, memory.
// expect: output "11 18 33 44\n"
// expect: output "10 -10 10 10\n"
// expect: output "2 0 0 5\n"
// expect: output "4 -8 12 16\n"
// expect: output "0 0 -1 -1\n"
// expect: output "-2 1 -4 -5\n"
// expect: output "9 -41 89 159\n"
// expect: output "4 10 -2 30\n"
// expect: output "1 20 3 4\n"
// expect: output "1 -2 99 4\n"
// expect: output "0.25 -0.5 24.75 1\n"
// expect: output "0 0 24 1\n"
// expect: output "228\n"
// expect: output "99 254\n"
// expect: output "1.5 4.5\n"
// expect: output "0 -1\n"
// expect: output "100 99\n"
// expect: output "11 18 129 44\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static __attribute__((noinline)) v4 pass(v4 a, v4 b) { return a * b - 1; }

int main(void) {
  volatile int n = 3;
  v4 a = {1, -2, n, 4}, b = {10, 20, 30, 40};
  show(a + b);
  show(b / a);
  show(b % (a + 3));
  show(a << 2);
  show(a > 2);
  show((a == b) | ~a);
  show(pass(a, b));
  show(__builtin_shufflevector(a, b, 3, 4, 1, 6));
  show((a & (a > 0)) | (b & ~(a > 0)));
  a[n - 1] = 99;
  show(a);
  f4 f = __builtin_convertvector(a, f4) / 4;
  printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
  show(__builtin_convertvector(f, v4));
  s8 s = {1, 2, 3, 4, 5, 6, 7, 8};
  s = s * s + (short)n;
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += s[i];
  printf("%d\n", sum);
  b16 c = (b16)a;
  printf("%d %d\n", c[8], c[4]);
  d2 d = {0.5, 1.5};
  d = d * 2 + d;
  printf("%g %g\n", d[0], d[1]);
  l2 m = d > 2.0;
  printf("%ld %ld\n", m[0], m[1]);
  printf("%d %d\n", __builtin_reduce_add(b), __builtin_reduce_max(a));
  v4 table[3] = {a, b, a + b};
  show(table[n - 1]);
  return 0;
}
