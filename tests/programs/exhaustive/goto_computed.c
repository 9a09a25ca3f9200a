// A machine of computed gotos; the program it runs is symbolic.
// run: --opt 0
// expect: exhaustive
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  static const void *const codes[4] = {&&stop, &&up, &&twice, &&zero};
  unsigned char program;
  klee_make_symbolic(&program, sizeof program, "program");
  int at = 0, value = 1;
next:
  if (at == 3) return value;
  goto *codes[program >> 2 * at++ & 3];
up:
  value++;
  goto next;
twice:
  value *= 2;
  goto next;
zero:
  value = 0;
  goto next;
stop:
  assert(value <= 8);
  return 100 + value;
}
