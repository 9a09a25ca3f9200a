// A 32-bit program: variadics and structs by value on the stack.
// expect: output "8.58993e+09\n"
// expect: output "4 3\n"
// run: -m32 --opt 0
// run: -m32 --opt 1
// run: -m32 --opt 2
#include <stdarg.h>
#include <stdio.h>
struct pair { int a; double b; };
static __attribute__((noinline)) double sum(const char *types, ...) {
  va_list list, copy;
  va_start(list, types);
  va_copy(copy, list);
  double s = 0;
  for (; *types; types++)
    switch (*types) {
      case 'i': s += va_arg(copy, int); break;
      case 'L': s += va_arg(copy, long long); break;
      case 'd': s += va_arg(copy, double); break;
      case 'p': { struct pair p = va_arg(copy, struct pair); s += p.a * p.b; }
    }
  va_end(copy);
  va_end(list);
  return s;
}
static __attribute__((noinline)) struct pair swap(struct pair p) { return (struct pair){(int)p.b, p.a}; }

int main(void) {
  struct pair p = {3, 4.5};
  printf("%g\n", sum("iLdpi", 1, 1LL << 33, 0.5, p, -7));
  struct pair q = swap(p);
  printf("%d %g\n", q.a, q.b);
  return 0;
}
