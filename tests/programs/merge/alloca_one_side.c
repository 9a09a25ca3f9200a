// Memory of the stack that is made on one side only, and of a size of the input.
// run: --merge=off --opt 0
// run: --merge=auto --opt 0
// run: --merge=always --opt 0
// run: --merge=always --merge-max-differences 1000000 --opt 0
// run: --merge=auto --opt 1
// run: --merge=always --merge-max-differences 1000000 --opt 1
// expect: exhaustive
#include "klee/klee.h"

static int work(unsigned char c, unsigned char size) {
  char *p = 0;
  int sum = 0;
  if (c & 1) {
    p = __builtin_alloca(4);
    for (int i = 0; i < 4; i++) p[i] = (char)(c + i);
  }
  char row[size];
  for (int i = 0; i < size; i++) row[i] = 1;
  // expect: error out-of-bounds line +1
  if (p) sum = p[c >> 5];
  sum += row[size - 1];
  return sum;
}

int main(void) {
  unsigned char c, size;
  klee_make_symbolic(&c, sizeof c, "c");
  klee_make_symbolic(&size, sizeof size, "size");
  if (size == 0 || size > 3) return 1;
  if (c >= 160) return 2;
  return work(c, size) > 5;
}
