// Loops whose values trade places: phis are parallel copies.
// expect: output "12586269025 42\n"
// expect: output "4123 1234 4321 3214 2143 3412 4123 1234 \n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>

static __attribute__((noinline)) long fib(int n) {
  long a = 0, b = 1;
  while (n-- > 0) {
    long t = a;
    a = b;
    b = t + b;
  }
  return a;
}
static __attribute__((noinline)) int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}
static __attribute__((noinline)) int rotate(int n) {
  int a = 1, b = 2, c = 3, d = 4;
  for (int i = 0; i < n; i++) {
    int t = a;
    a = b, b = c, c = d, d = t;
    if (i % 3 == 0) {
      t = a, a = c, c = t;
    }
  }
  return ((a * 10 + b) * 10 + c) * 10 + d;
}

int main(void) {
  volatile int n = 50;
  printf("%ld %d\n", fib(n), gcd(n * 21, 84));
  for (int i = 0; i < 8; i++) printf("%d ", rotate(n / 10 + i));
  printf("\n");
  return 0;
}
