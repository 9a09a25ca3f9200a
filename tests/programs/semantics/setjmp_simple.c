// setjmp and longjmp in one frame and across frames, with values.
// expect: output "0 0\n"
// expect: output "42 1\n"
// expect: output "1 2\n"
// expect: output "103 3\n"
// expect: output "end 4\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <setjmp.h>
#include <stdio.h>
static jmp_buf there;
static __attribute__((noinline)) void deep(int n) {
  volatile char space[100];
  space[n] = 1;
  if (n == 0) longjmp(there, 42);
  deep(n - 1);
  space[n]++;
}

int main(void) {
  volatile int count = 0;
  int value = setjmp(there);
  printf("%d %d\n", value, count);
  count++;
  if (value == 0) deep(10);
  if (value == 42) longjmp(there, 0);
  if (count < 4) longjmp(there, count + 100);
  printf("end %d\n", count);
  return 0;
}
