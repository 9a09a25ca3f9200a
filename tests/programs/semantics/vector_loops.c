// Loops that optimisers vectorise: sums, maxima, copies with stride, reductions of floats.
// expect: output "26878 1671 109267 34816 1\n"
// expect: output "-1155\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#define N 257
static int a[N], b[N];
static unsigned char c[N];
static __attribute__((noinline)) int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
static __attribute__((noinline)) int max(const int *p, int n) { int m = p[0]; for (int i = 1; i < n; i++) m = p[i] > m ? p[i] : m; return m; }
static __attribute__((noinline)) void mix(int *restrict d, const int *restrict s, int n) { for (int i = 0; i < n; i++) d[i] = s[i] * 3 + (s[i] > 100 ? i : -i); }
static __attribute__((noinline)) unsigned bytes(const unsigned char *p, int n) { unsigned s = 0; for (int i = 0; i < n; i++) s += p[i] ^ i; return s; }
static __attribute__((noinline)) int count(const int *p, int n, int x) { int k = 0; for (int i = 0; i < n; i++) k += p[i] == x; return k; }
static __attribute__((noinline)) void reverse(int *p, int n) { for (int i = 0; i < n / 2; i++) { int t = p[i]; p[i] = p[n - 1 - i]; p[n - 1 - i] = t; } }
static __attribute__((noinline)) float dot(const float *x, const float *y, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }
static __attribute__((noinline)) void stride(int *p, int n) { for (int i = 0; i < n; i += 3) p[i] = p[i] * 2 + 1; }

int main(void) {
  float x[64], y[64];
  for (int i = 0; i < N; i++) a[i] = i * 7919 % 211, c[i] = i * 31;
  for (int i = 0; i < 64; i++) x[i] = i * 0.25f, y[i] = 3 - i * 0.125f;
  mix(b, a, N);
  reverse(b, N);
  stride(b, N);
  printf("%d %d %d %u %d\n", sum(a, N), max(b, N), sum(b, N - 1), bytes(c, N), count(a, N, 17));
  printf("%.9g\n", dot(x, y, 64));
  return 0;
}
