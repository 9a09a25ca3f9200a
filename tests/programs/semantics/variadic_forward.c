// A va_list handed through three levels and partly consumed at each.
// expect: output "12345678\n"
// expect: output "98\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdarg.h>
#include <stdio.h>
static int third(va_list *list) { return va_arg(*list, int); }
static int second(va_list *list) {
  int a = va_arg(*list, int);
  return a * 10 + third(list);
}
static __attribute__((noinline)) int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; i++) total = total * 100 + second(&list);
  va_end(list);
  return total;
}

int main(void) {
  printf("%d\n", first(4, 1, 2, 3, 4, 5, 6, 7, 8));
  int (*volatile f)(int, ...) = first;
  printf("%d\n", f(1, 9, 8));
  return 0;
}
