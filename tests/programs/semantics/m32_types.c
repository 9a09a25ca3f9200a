// A 32-bit program: sizes, 64-bit arithmetic in pairs, pointer arithmetic.
// expect: output "24 4 4\n"
// expect: output "-6312885749669490915 -1064747132681647 76\n"
// expect: output "8d159e26af37bc00 12345\n"
// expect: output "3 2\n"
// expect: output "3\n"
// expect: output "1000000000000 8.19855e+16\n"
// run: -m32 --opt 0
// run: -m32 --opt 1
// run: -m32 --opt 2
#include <stdio.h>
struct s { char c; long long l; void *p; double d; };
static int values[4] = {1, 2, 3, 4};
static int *pointers[3] = {values, values + 2, 0};

int main(void) {
  volatile long long a = 0x123456789abcdefLL, b = -77;
  volatile unsigned n = 40;
  printf("%d %d %d\n", (int)sizeof(struct s), (int)sizeof(void *), (int)sizeof(long));
  printf("%lld %lld %lld\n", a * b, a / b, a % b);
  printf("%llx %llx\n", a << (n - 30), a >> n);
  printf("%d %d\n", *pointers[1], (int)(pointers[1] - pointers[0]));
  unsigned address = (unsigned)&values[1];
  printf("%d\n", *(int *)(address + 4));
  volatile double d = 1e12;
  printf("%lld %g\n", (long long)d, (double)a);
  return 0;
}
