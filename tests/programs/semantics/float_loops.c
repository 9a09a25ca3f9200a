// Numerical work: Newton, a series, a small linear system, a logistic map.
// expect: output "1.41421356237309\n"
// expect: output "2.71828182845905\n"
// expect: output "2.000000 3.000000 -1.000000 \n"
// expect: output "0.905227\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

int main(void) {
  volatile double two = 2;
  double x = 1;
  for (int i = 0; i < 8; i++) x = (x + two / x) / 2;
  printf("%.15g\n", x);
  double e = 0, term = 1;
  for (int i = 1; i < 20; i++) e += term, term /= i;
  printf("%.15g\n", e);
  double a[3][4] = {{2, 1, -1, 8}, {-3, -1, 2, -11}, {-2, 1, 2, -3}};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      if (i != k) {
        double f = a[i][k] / a[k][k];
        for (int j = k; j < 4; j++) a[i][j] -= f * a[k][j];
      }
  for (int i = 0; i < 3; i++) printf("%.6f ", a[i][3] / a[i][i]);
  float l = 0.3f;
  for (int i = 0; i < 50; i++) l = 3.7f * l * (1 - l);
  printf("\n%.6g\n", l);
  return 0;
}
