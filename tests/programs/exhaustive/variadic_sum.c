// A variadic function that a symbolic count governs.
// run: --opt 0
// expect: exhaustive
// expect: paths 6
// run: --opt 1
// expect: exhaustive
#include <assert.h>
#include <stdarg.h>

#include "klee/klee.h"

static long sum(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  long total = 0;
  while (count-- > 0) {
    int kind = va_arg(arguments, int);
    total += kind == 1 ? va_arg(arguments, long) : va_arg(arguments, int);
  }
  va_end(arguments);
  return total;
}

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  long total = sum(in & 3, 1, 1000L, 2, (int)(in >> 2), 1, -5L);
  if (total == 1042) {
    assert(in >> 2 == 42 || in >> 2 == 47);
    return 1;
  }
  assert(total == 0 || total >= 995);
  return total == 1000;
}
