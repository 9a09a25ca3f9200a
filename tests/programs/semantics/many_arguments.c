// Twenty arguments of mixed types.
// expect: output "3669\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
static __attribute__((noinline)) double mix(char a, double b, short c, float d, int e, long f, double g, unsigned char h, float i,
                                            long j, int k, double l, double m, double n, double o, double p, int q, char r, long s, float t) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m + 14 * n + 15 * o +
         16 * p + 17 * q + 18 * r + 19 * s + 20 * t;
}
typedef double (*mixer)(char, double, short, float, int, long, double, unsigned char, float, long, int, double, double, double,
                        double, double, int, char, long, float);

int main(void) {
  volatile mixer f = mix;
  printf("%g\n", f(-1, 2.5, -3, 4.5f, 5, -6, 7, 200, 9, 10, 11, 12, 13, 14, 15, 16, 17, -18, 19, 20));
  return 0;
}
