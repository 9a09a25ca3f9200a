// A 32-bit program: setjmp, function pointers, recursion.
// expect: output "4\n"
// expect: output "none -1\n"
// run: -m32 --opt 0
// run: -m32 --opt 1
// run: -m32 --opt 2
#include <setjmp.h>
#include <stdio.h>
static jmp_buf out;
static int find(const int *p, int n, int (*test)(int)) {
  if (n == 0) longjmp(out, -1);
  return test(*p) ? *p : find(p + 1, n - 1, test);
}
static int large(int x) { return x > 3; }
static int negative(int x) { return x < 0; }

int main(void) {
  int a[] = {1, 2, 3, 4, 5};
  printf("%d\n", find(a, 5, large));
  int r = setjmp(out);
  if (r) { printf("none %d\n", r); return 0; }
  printf("%d\n", find(a, 5, negative));
  return 1;
}
