// Copies of structs of many sizes, through pointers and in arrays.
// expect: output "3 97 3012 2894725 2781830982 337414532 1869915911\n"
// expect: output "3231643210 1396691720 347770379 3433161810 3147910176 1067310834 3641313283\n"
// run: --opt 0
// run: --opt 1
// run: --opt 2
#include <stdio.h>
#define TYPE(n) struct s##n { unsigned char v[n]; }; \
  static __attribute__((noinline)) unsigned f##n(unsigned seed) { \
    struct s##n a, b[2]; for (int i = 0; i < n; i++) a.v[i] = seed + i; \
    struct s##n *p = &b[1]; *p = a; b[0] = *p; unsigned h = 0; for (int i = 0; i < n; i++) h = h * 31 + b[0].v[i]; return h; }
TYPE(1) TYPE(2) TYPE(3) TYPE(5) TYPE(7) TYPE(8) TYPE(9) TYPE(15) TYPE(16) TYPE(17) TYPE(31) TYPE(64) TYPE(100) TYPE(4097)

int main(void) {
  volatile unsigned s = 3;
  printf("%u %u %u %u %u %u %u\n", f1(s), f2(s), f3(s), f5(s), f7(s), f8(s), f9(s));
  printf("%u %u %u %u %u %u %u\n", f15(s), f16(s), f17(s), f31(s), f64(s), f100(s), f4097(s));
  return 0;
}
