// A function without a prototype called with more arguments than it takes: harmless on every machine that matters.
// expect: output "5 -1\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
// expect: no errors
#include <stdarg.h>
#include <stdio.h>

static __attribute__((noinline)) int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int x = n > 0 ? va_arg(list, int) : -1;
  va_end(list);
  return x;
}

int main(void) {
  printf("%d %d\n", first(1, 5, 6, 7.0), first(0, 5));
  return 0;
}
