// Variadic functions: every kind of argument, va_copy, va_list passed on.
// expect: output "44281\n"
// expect: output "177126\n"
// expect: output "2516\n"
// expect: output "82429\n"
// expect: output "0\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdarg.h>
#include <stdio.h>
struct small { int a, b; };
struct mixed { double d; long l; };
struct large { long values[5]; };

static long inner(const char *types, va_list list) {
  long sum = 0;
  for (; *types; types++) switch (*types) {
      case 'i': sum = sum * 3 + va_arg(list, int); break;
      case 'l': sum = sum * 3 + va_arg(list, long); break;
      case 'd': sum = sum * 3 + (long)(va_arg(list, double) * 4); break;
      case 'p': sum = sum * 3 + *va_arg(list, int *); break;
      case 's': { struct small s = va_arg(list, struct small); sum = sum * 3 + s.a + s.b; break; }
      case 'm': { struct mixed m = va_arg(list, struct mixed); sum = sum * 3 + (long)m.d + m.l; break; }
      case 'L': { struct large l = va_arg(list, struct large); sum = sum * 3 + l.values[0] + l.values[4]; break; }
    }
  return sum;
}
static __attribute__((noinline)) long outer(const char *types, ...) {
  va_list list, copy;
  va_start(list, types);
  va_copy(copy, list);
  long a = inner(types, list);
  long b = inner(types, copy);
  va_end(copy);
  va_end(list);
  return a == b ? a : -1;
}

int main(void) {
  int x = 7;
  struct small s = {1, 2};
  struct mixed m = {3.5, 4};
  struct large l = {{5, 0, 0, 0, 6}};
  printf("%ld\n", outer("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  printf("%ld\n", outer("dddddddddd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.5));
  printf("%ld\n", outer("ildpsmL", 1, 2L, 3.25, &x, s, m, l));
  printf("%ld\n", outer("Lididlpsm", l, 1, 2.0, 3, 4.0, 5L, &x, s, m));
  printf("%ld\n", outer(""));
  return 0;
}
