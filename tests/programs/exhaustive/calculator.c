// A digit, an operator, a digit.
// run: --opt 0
// expect: exhaustive
// expect: paths 10
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

static int digit(int nibble) { return nibble < 10 ? nibble : -1; }

int main(void) {
  unsigned char in[2];
  klee_make_symbolic(in, sizeof in, "in");
  int a = digit(in[0] & 15), b = digit(in[0] >> 4), result;
  if (a < 0 || b < 0) return 200;
  switch (in[1]) {
    case '+': result = a + b; break;
    case '-': result = a - b; break;
    case '*': result = a * b; break;
    case '/':
    case '%':
      if (b == 0) return 201;
      result = in[1] == '/' ? a / b : a % b;
      break;
    default: return 202;
  }
  assert(result >= -9 && result <= 81);
  return result == 7;
}
