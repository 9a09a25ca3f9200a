// Jumps out of several calls back to a join.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include <assert.h>
#include <setjmp.h>

#include "klee/klee.h"

static jmp_buf back;
static int calls;

static void check(unsigned char c) {
  calls++;
  if (c > 200) longjmp(back, 1);
  if (c == 5) longjmp(back, 2);
}

int main(void) {
  unsigned char bytes[3];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  volatile int sum = 0;
  int how = setjmp(back);
  if (how == 0) {
    for (int i = 0; i < 3; i++) {
      check(bytes[i]);
      sum += bytes[i] & 1;
    }
  }
  assert(calls <= 3 && sum <= 3);
  assert(how != 2 || bytes[calls - 1] == 5);
  // expect: error assertion line +1
  assert(!(how == 1 && calls == 3 && sum == 2));
  return how;
}
