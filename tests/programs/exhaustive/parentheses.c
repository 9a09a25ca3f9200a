// Three kinds of brackets, balanced or not.
// run: --opt 0
// expect: exhaustive
// expect: paths 73
// run: --opt 1
// expect: exhaustive
#include <assert.h>

#include "klee/klee.h"

int main(void) {
  static const char letters[4] = {'(', ')', '[', ']'};
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  char stack[4];
  int depth = 0;
  for (int i = 0; i < 4; i++) {
    char c = letters[in >> 2 * i & 3];
    if (c == '(' || c == '[') {
      stack[depth++] = c;
    } else {
      if (depth == 0) return 1;
      char opened = stack[--depth];
      if ((opened == '(') != (c == ')')) return 2;
    }
  }
  assert(depth == 0 || depth == 2 || depth == 4);
  return depth == 0 ? 0 : 3;
}
