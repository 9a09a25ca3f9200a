// Concrete work: product of double matrices. Floating point, strided reads, address arithmetic.
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 170
#endif
enum { N = 200 };
static double a[N][N], b[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = (i * 7 + j) % 13 * 0.25, b[i][j] = (i + j * 5) % 11 * 0.5;
  for (int r = 0; r < ROUNDS; r++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) a[i][j] = c[i][j] * 0.001 + (i * 7 + j) % 13 * 0.25;
  }
  double trace = 0;
  for (int i = 0; i < N; i++) trace += c[i][i];
  printf("%.10g\n", trace);
  return 0;
}
