// va_arg after the last argument.
// run: --opt 0
// expect: error out-of-bounds
#include <stdarg.h>
#include <stdio.h>

static __attribute__((noinline)) long sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long total = 0;
  for (int i = 0; i < n; i++) total += va_arg(list, long);
  va_end(list);
  return total;
}

int main(void) {
  printf("%ld\n", sum(20, 1L, 2L, 3L));
  return 0;
}
