// Something that the engine cannot execute, on one path.
// native: no, it is no error of the program
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: error unsupported line 13
#include "klee/klee.h"

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  unsigned a = in, b, c, d;
  if (in > 200) __asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(a));
  return 0;
}
