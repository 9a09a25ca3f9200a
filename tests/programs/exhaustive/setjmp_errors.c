// Errors reported by longjmp out of several levels.
// run: --opt 0
// expect: exhaustive
// expect: paths 5
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <setjmp.h>

#include "klee/klee.h"

static jmp_buf handler;

static int digit(unsigned char c) {
  if (c < '0') longjmp(handler, 1);
  if (c > '9') longjmp(handler, 2);
  return c - '0';
}
static int number(const unsigned char *s) { return 10 * digit(s[0]) + digit(s[1]); }

int main(void) {
  unsigned char s[2];
  klee_make_symbolic(s, sizeof s, "s");
  int error = setjmp(handler);
  if (error) {
    assert(s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9');
    return error;
  }
  int n = number(s);
  assert(n >= 0 && n < 100);
  return n == 42 ? 3 : 4;
}
