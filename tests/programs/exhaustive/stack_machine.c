// An interpreter of byte code; the code is symbolic.
// run: --opt 0
// expect: exhaustive
// expect: paths 28
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  unsigned char code[2];
  klee_make_symbolic(code, sizeof code, "code");
  int stack[4], top = 0;
  for (int at = 0; at < 4; at++) {
    int op = code[at / 2] >> at % 2 * 4 & 15;
    if (op < 8) {  // push
      stack[top++] = op;
      continue;
    }
    switch (op) {
      case 8:
        if (top < 2) return 100;
        top--;
        stack[top - 1] += stack[top];
        break;
      case 9:
        if (top < 1) return 101;
        stack[top - 1] = -stack[top - 1];
        break;
      default: at = 3; break;
    }
  }
  assert(top >= 0 && top <= 4);
  if (top == 0) return 102;
  return stack[top - 1] == -9 ? 1 : 0;
}
