// Long expressions with many live values.
// expect: output "2880735433\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

static __attribute__((noinline)) unsigned mix(unsigned a, unsigned b, unsigned c, unsigned d) {
  unsigned e = a * b + c, f = b * c + d, g = c * d + a, h = d * a + b;
  unsigned i = e ^ f, j = f ^ g, k = g ^ h, l = h ^ e;
  unsigned m = i + (j << 1) + (k << 2) + (l << 3), n = (e | i) & (f | j), o = (g & k) | (h & l);
  return ((m + n) * (o | 1) + ((e + f) ^ (g + h))) ^ ((i + j + k + l) * (a + b + c + d)) ^ (m * n + o * e + f * g + h * i + j * k + l * m);
}

int main(void) {
  unsigned x = 1;
  for (int i = 0; i < 100; i++) x = mix(x, x >> 3, i, x * 7);
  printf("%u\n", x);
  return 0;
}
