// Two jump buffers, inner and outer; frames with arrays in between are left; a frame is entered again later.
// expect: output "0 1 2 3 100 4 5 1 2 3 100 4 5 \n"
// expect: output "2\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <setjmp.h>
#include <stdio.h>
static jmp_buf outer, inner;
static int log_[16], logged;
static __attribute__((noinline)) void work(int n) {
  volatile int local[20];
  local[n] = n;
  log_[logged++] = local[n];
  if (n == 3) longjmp(inner, 3);
  if (n == 5) longjmp(outer, 5);
  work(n + 1);
}
static __attribute__((noinline)) void guard(int start) {
  switch (setjmp(inner)) {
    case 0: work(start); break;
    default: log_[logged++] = 100; work(4);
  }
}

int main(void) {
  volatile int rounds = 0;
  int value = setjmp(outer);
  if (value == 5) rounds++;
  if (rounds < 2) guard(rounds);
  for (int i = 0; i < logged; i++) printf("%d ", log_[i]);
  printf("\n%d\n", rounds);
  return 0;
}
